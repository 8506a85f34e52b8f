// Settings of a protected application: a site that users reach through the gateway, after they have signed in.
import * as z from 'zod/mini';
import { domain, hostName } from './domains.ts';
import { satisfies } from './field-issues.ts';
import { text } from './fields.ts';
import { isWebOrigin } from './redirect-uri.ts';

/** 14 days, in seconds. */
export const defaultSessionDuration = 1_209_600;
export const longestSessionDuration = 31_536_000;
export const mostPageRules = 20;

const isPattern = (value: string): boolean => {
  try {
    return Boolean(new RegExp(value));
  } catch {
    return false;
  }
};

/** A regular expression of paths that need a sign-in. Empty ones are dropped. */
const pageRule = z.object({ path: text(0, 1024).check(satisfies(isPattern, 'pattern')) });
const pageRules = z.array(pageRule).check(z.maxLength(mostPageRules));
const origin = text(1, 2048).check(satisfies(isWebOrigin, 'origin'));
const sessionDuration = z.int().check(z.minimum(1), z.maximum(longestSessionDuration));

export const customDomain = z.extend(z.omit(domain, { id: true }), {
  /** Existing clients expect the field. */
  cloudflareData: z.null(),
});
export type CustomDomain = z.output<typeof customDomain>;
export const newCustomDomain = z.object({ domain: hostName });

export const domainHealth = z.object({
  /** Null without a custom domain, whose checks are left out. */
  domain: z.nullable(z.string()),
  checks: z.array(
    z.object({
      /** The DNS record, whether we respond at the domain with a valid certificate, and the site itself. */
      check: z.enum(['dns', 'certificate', 'origin']),
      /** Skipped if it depends on one that failed. */
      result: z.enum(['passed', 'failed', 'skipped']),
      /** In the caller's language. */
      problem: z.nullable(z.string()),
    }),
  ),
});
export type DomainHealth = z.output<typeof domainHealth>;

/** Stored values may predate the rules for new ones. */
export const protectedAppMetadata = z.object({
  host: z.string(),
  /** The site itself. */
  origin: z.string(),
  /** In seconds, from the sign-in. */
  sessionDuration: z.number(),
  /** Without any, all paths need a sign-in. */
  pageRules: z.array(z.object({ path: z.string() })),
  customDomains: z.optional(z.array(customDomain)),
});
export type ProtectedAppMetadata = z.output<typeof protectedAppMetadata>;

/** The server checks the subdomain, and says so with its own error. */
export const newProtectedAppMetadata = z.object({ subDomain: text(1, 256), origin });
export const protectedAppMetadataPatch = z.partial(z.object({ origin, sessionDuration, pageRules }));
