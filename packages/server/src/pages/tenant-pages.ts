// The end-user pages of a tenant: the sign-in app, the demo app, and who may see them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consentSilently } from '../consent/consent.ts';
import { assetKey } from '../custom-ui/read.ts';
import { customUiInUse, sendCustomFile } from '../custom-ui/serve-files.ts';
import { type Interaction, interactionOf } from '../experience/interaction.ts';
import { adminTenant } from '../http/place.ts';
import { RequestError } from '../http/request-error.ts';
import { isStorable } from '../http/storable.ts';
import { type Visit, visitOf } from '../http/visit.ts';
import { detourOfToken } from '../one-time-tokens/signed-in-guard.ts';
import type { Services } from '../services.ts';
import type { Html } from './pages.ts';

// Pages that make sense only in the middle of a sign-in.
const guarded = /^\/($|sign-in|consent|register|single-sign-on|social\/register|forgot-password)/;

// What the addresses of the sign-in app begin with. Elsewhere it shows its error page, and the status says so too.
const pages = new Set([
  ...['', 'sign-in', 'register', 'forgot-password', 'reset-password', 'continue', 'mfa-binding', 'mfa-verification'],
  ...['social', 'single-sign-on', 'identifier-sign-in', 'identifier-register', 'direct', 'callback', 'consent'],
  ...['one-time-token', 'switch-account', 'unknown-session'],
]);
const statusOf = (path: string) => (pages.has(path.split('/')[1] ?? '') ? 200 : 404);

const send = (reply: FastifyReply, { html, headers }: Html) => reply.headers(headers).send(html);

const liveInteraction = async (services: Services, tenantId: string, request: FastifyRequest, reply: FastifyReply) =>
  interactionOf(services, tenantId, { request: request.raw, response: reply.raw }).catch((error: unknown) => {
    if (error instanceof RequestError && error.code === 'session.not_found') return undefined;
    throw error;
  });

/** Our own applications have nothing to ask: the browser goes straight on. */
const autoConsent = async (services: Services, visit: Visit, interaction: Interaction): Promise<string | undefined> => {
  const { tenantId } = visit.place;
  const application = await services.applications.find(tenantId, interaction.applicationId);
  if (interaction.details.prompt.name !== 'consent' || application?.isThirdParty !== false) return undefined;
  return consentSilently(services.databases.of(tenantId), interaction, visit);
};

export const registerTenantPages = (app: FastifyInstance, services: Services) => {
  app.get('/tenant/demo-app', async (request, reply) => {
    const visit = visitOf(request.raw);
    const { tenantId } = visit.place;
    await services.tenants.require(tenantId);
    if (tenantId === adminTenant) throw new RequestError('request.not_found');
    return send(reply, await services.pages.demoApp(visit, tenantId));
  });

  app.get('/tenant/*', async (request, reply) => {
    const visit = visitOf(request.raw);
    const { tenantId, path } = visit.place;
    if (/^\/(api|me|oidc)(\/|$)/.test(path)) throw new RequestError('request.not_found');
    await services.tenants.require(tenantId);
    const query = request.query as Record<string, unknown>;
    // Nobody signs in there, so it needs no session.
    const isPreview = path === '/sign-in' && query.preview === 'true';
    if (isPreview) return send(reply, await services.pages.signIn(visit, tenantId, { isPreview }));
    const customUi = await customUiInUse(services, tenantId);
    const sent = customUi && (await sendCustomFile(services, visit, customUi, request, reply));
    if (sent) return sent;
    if (guarded.test(path)) {
      const interaction = await liveInteraction(services, tenantId, request, reply);
      if (!interaction) {
        const { unknownSessionRedirectUrl } = await services.signInExperiences.of(tenantId);
        return reply.redirect(
          unknownSessionRedirectUrl || `${services.addresses.tenant(tenantId)}/unknown-session`,
          302,
        );
      }
      if (path === '/consent') {
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
    const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => isFact(value)));
    if (customUi) {
      const index = await services.assets.read(assetKey(tenantId, customUi, 'index.html'));
      if (index) return send(reply, await services.pages.own(Buffer.from(index).toString(), visit, tenantId, given));
    }
    return send(reply.code(statusOf(path)), await services.pages.signIn(visit, tenantId, given));
  });
};

/** Both come from the browser: what is no short text is as good as not said. */
const isFact = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 256 && isStorable(value);

/** The readable cookie set with the login prompt, so that a reload of any page finds its application again. */
const rememberedFacts = (services: Services, tenantId: string, request: FastifyRequest) => {
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
