// Custom domains: verified by DNS, then served with a certificate, then active.
import * as z from 'zod/mini';
import { matches } from './field-issues.ts';
import { id, text } from './fields.ts';
import { del, get, post, resource } from './kit.ts';

export const domainStatuses = ['PendingVerification', 'PendingSsl', 'Active', 'Error'] as const;

export const domain = z.object({
  id,
  domain: text(1, 256),
  status: z.enum(domainStatuses),
  /** The current problem, in the caller's language. */
  errorMessage: z.nullable(z.string()),
  dnsRecords: z.array(z.object({ type: z.string(), name: z.string(), value: z.string() })),
});
export type Domain = z.output<typeof domain>;

const hostNamePattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){2,}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** A host name with at least three labels, since an apex domain cannot have a CNAME record. */
export const hostName = text(1, 253).check(matches(hostNamePattern, 'host_name'));

export const domains = resource('domains', 'management', {
  /** Setup links need it for the URLs to register. */
  list: get('/domains', { response: z.array(domain), setupLink: {} }),
  create: post('/domains', {
    body: z.object({ domain: hostName }),
    response: domain,
    status: 201,
    change: 'domain.created',
    needs: 'manage:tenant',
  }),
  get: get('/domains/:id', { response: domain }),
  remove: del('/domains/:id', { change: 'domain.deleted', needs: 'manage:tenant' }),
});
