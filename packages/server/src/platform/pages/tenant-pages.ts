// A tenant's end-user pages: the sign-in app, the demo app and the account pages.
import { isTestState } from '@tessera/contract/connector-test-state';
import { isStorable } from '@tessera/contract/storable';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consentSilently } from '../../authentication/consent/consent.ts';
import { customUiInUse, readCustomIndex, sendCustomFile } from '../../authentication/custom-ui/serve-files.ts';
import { type Interaction, interactionOf } from '../../authentication/experience/interaction.ts';
import { detourOfToken } from '../../authentication/one-time-tokens/signed-in-guard.ts';
import { hasInteraction } from '../../authorization/oidc/browser-interactions.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import { type Visit, visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { findReturnAddress } from '../../user-management/account-center/return-address.ts';
import type { Html } from './pages.ts';

// Pages that require an active interaction.
const guarded = new RegExp(
  `^/(${[
    ...['$', 'sign-in', 'consent', 'register', 'single-sign-on', 'social/register', 'forgot-password', 'continue'],
    ...['mfa-binding', 'mfa-verification', 'direct', 'identifier-sign-in', 'identifier-register', 'reset-password'],
    'switch-account',
  ].join('|')})`,
);

// Opened from an email, maybe in another browser. A redirect would take the code in the fragment along.
const linkPage = '/sign-in/link';

// First path segments of the sign-in app. Other paths show its error page with a matching status.
const pages = new Set([
  ...['', 'sign-in', 'register', 'forgot-password', 'reset-password', 'continue', 'mfa-binding', 'mfa-verification'],
  ...['social', 'single-sign-on', 'identifier-sign-in', 'identifier-register', 'direct', 'callback', 'consent'],
  ...['one-time-token', 'switch-account', 'unknown-session', 'set-password'],
]);
const isPage = (path: string) => pages.has(path.split('/')[1] ?? '');
const accountSections = new Set([
  ...['profile', 'security', 'linked-accounts', 'sessions', 'applications', 'data'],
  ...['callback', 'signed-out', 'deleted', 'link'],
]);
const otherApps = /^\/(demo-app|account(\/.*)?)$/;
const statusOf = (path: string) => (isPage(path) ? 200 : 404);

const send = (reply: FastifyReply, { html, headers }: Html) => reply.headers(headers).send(html);

const liveInteraction = async (
  services: Pick<Services, 'applications' | 'clock' | 'providers' | 'vault'>,
  tenantId: string,
  raw: Parameters<typeof interactionOf>[2],
) =>
  interactionOf(services, tenantId, raw).catch((error: unknown) => {
    if (error instanceof RequestError && error.code === 'session.not_found') return undefined;
    throw error;
  });

/** Works only once, so it is not part of a repeated request. */
const usedOnce = new Set(['request', 'request_uri', 'one_time_token', 'google_one_tap_credential']);

/** The path that starts the same sign-in again. */
const requestOf = (
  { addresses }: Pick<Services, 'addresses'>,
  { destination }: Visit,
  { details }: Interaction,
): string => {
  const base = addresses.pathOf(addresses.at(destination));
  // A device code can't be used again, but the user can type a new one.
  if (details.deviceCode) return `${base}/oidc/device`;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(details.params)) {
    const values = usedOnce.has(name) || value === undefined || value === null ? [] : [value].flat();
    for (const one of values) query.append(name, String(one));
  }
  return `${base}/oidc/auth?${query}`;
};

/** First-party applications skip consent. */
const autoConsent = async (
  services: Pick<Services, 'applications' | 'databases'>,
  visit: Visit,
  interaction: Interaction,
): Promise<string | undefined> => {
  const { tenantId } = visit.destination;
  const application = await services.applications.find(tenantId, interaction.applicationId);
  if (interaction.details.prompt.name !== 'consent' || application?.isThirdParty !== false) return undefined;
  return consentSilently(services.databases.of(tenantId), { interaction, services, tenantId }, visit);
};

export const registerTenantPages = (app: FastifyInstance, services: Services) => {
  // Links from before the tenant had a host redirect to its pages; nothing else is served at the old URL.
  app.get('/moved/*', async (request, reply) => {
    const { destination, originalUrl } = visitOf(request.raw);
    const { tenantId, path } = destination;
    if (!isPage(path) && !otherApps.test(path)) throw new RequestError('request.not_found');
    await services.tenants.require(tenantId);
    const [search = ''] = /\?.*$/s.exec(originalUrl) ?? [];
    return reply.redirect(`${services.addresses.tenant(tenantId)}${path}${search}`, 302);
  });

  app.get('/tenant/demo-app', async (request, reply) => {
    const visit = visitOf(request.raw);
    const { tenantId } = visit.destination;
    await services.tenants.require(tenantId);
    if (isAdminTenant(tenantId)) throw new RequestError('request.not_found');
    const { enabled } = await services.accountCenters.of(tenantId);
    return send(reply, await services.pages.demoApp(visit, tenantId, enabled));
  });

  const sendAccount = async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = visitOf(request.raw);
    const { tenantId } = visit.destination;
    await services.tenants.require(tenantId);
    if (isAdminTenant(tenantId)) throw new RequestError('request.not_found');
    const query = request.query as Record<string, unknown>;
    const { enabled, fields, allowsDeletion, allowsExport } = await services.accountCenters.of(tenantId);
    const accountCenter = { enabled, fields, allowsDeletion, allowsExport };
    const returnTo = await findReturnAddress(services, tenantId, query.return_to);
    const isPreview = query.preview === 'true';
    const { section = 'profile' } = request.params as { section?: string };
    const status = accountSections.has(section) ? 200 : 404;
    return send(
      reply.code(status),
      await services.pages.account(visit, tenantId, { accountCenter, returnTo }, isPreview),
    );
  };
  app.get('/tenant/account', sendAccount);
  app.get('/tenant/account/:section', sendAccount);

  app.get('/tenant/*', async (request, reply) => {
    const visit = visitOf(request.raw);
    const { tenantId, path } = visit.destination;
    if (/^\/(api|me|oidc)(\/|$)/.test(path)) throw new RequestError('request.not_found');
    await services.tenants.require(tenantId);
    const query = request.query as Record<string, unknown>;
    // The preview signs no one in, so it needs no session.
    const isPreview = path === '/sign-in' && query.preview === 'true';
    if (isPreview) return send(reply, await services.pages.signIn(visit, tenantId, { isPreview }));
    // A custom UI knows nothing of connector tests.
    const isTest = path.startsWith('/callback/') && isTestState(query.state);
    const customUi = isTest ? undefined : await customUiInUse(services, visit.destination);
    const sent = customUi && (await sendCustomFile(services, visit, customUi, request, reply));
    if (sent) return sent;
    let pending: { request?: string; interactionId?: string } = {};
    if (guarded.test(path)) {
      const raw = { request: request.raw, response: reply.raw };
      const interaction = await liveInteraction(services, tenantId, raw);
      // Another tab may have completed the newest one.
      if (path !== linkPage && !interaction && !(await hasInteraction(await services.providers.of(tenantId), raw))) {
        const { unknownSessionRedirectUrl } = await services.signInExperiences.of(tenantId);
        return reply.redirect(
          unknownSessionRedirectUrl || `${services.addresses.at(visit.destination)}/unknown-session`,
          302,
        );
      }
      if (interaction) pending = { request: requestOf(services, visit, interaction), interactionId: interaction.id };
      if (interaction && path === '/consent') {
        const next =
          (await detourOfToken({ services, tenantId, visit, interaction })) ??
          (await autoConsent(services, visit, interaction));
        if (next) return reply.redirect(next, 302);
      }
    }
    const remembered = rememberedFacts(services, tenantId, request);
    const facts = {
      appId: query.app_id ?? remembered.appId,
      organizationId: query.organization_id ?? remembered.organizationId,
      uiLocales: query.ui_locales ?? remembered.uiLocales,
    };
    const given = { ...pending, ...Object.fromEntries(Object.entries(facts).filter(([, value]) => isFact(value))) };
    if (customUi) {
      const index = await readCustomIndex(services, tenantId, customUi);
      if (index) return send(reply, await services.pages.own(index, visit, tenantId, given));
    }
    return send(reply.code(statusOf(path)), await services.pages.signIn(visit, tenantId, given));
  });
};

/** Both come from the browser, so ignore anything but short text. */
const isFact = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 256 && isStorable(value);

/** The readable cookie set with the login prompt, so that a reloaded page finds its application. */
const rememberedFacts = (services: Pick<Services, 'addresses' | 'wire'>, tenantId: string, request: FastifyRequest) => {
  const name = `${services.addresses.cookiePrefix(tenantId)}${services.wire.uiCookie}`;
  const pair = request.headers.cookie?.split(/; */).find((item) => item.startsWith(`${name}=`));
  try {
    const facts: unknown = JSON.parse(decodeURIComponent(pair?.slice(name.length + 1) ?? '{}'));
    const { appId, organizationId, uiLocales } = facts as Record<string, unknown>;
    return { appId, organizationId, uiLocales };
  } catch {
    return {};
  }
};
