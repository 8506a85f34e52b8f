// Public tenant data.
import type { JsonObject } from '@tessera/contract/fields';
import { cloudStatus, status, wellKnown } from '@tessera/contract/well-known';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import { serve } from '../../serve.ts';
import { type DocumentName, readOpenApi } from '../docs/docs-files.ts';
import { phrasesFor } from './phrases.ts';

const json = (document: object) => document as JsonObject;

const openApi = async ({ services }: Context, name: DocumentName): Promise<JsonObject> =>
  JSON.parse(await readOpenApi(name, services.wire.namespace));

const shownExperience = async (
  { services, tenantId, answer }: Context,
  { query }: { query: { appId?: string | undefined; organizationId?: string | undefined } },
) => {
  answer.headers['Cache-Control'] = 'public, max-age=5';
  return services.signInExperiences.shown(tenantId, query.appId, query.organizationId);
};

export default serve(wellKnown, {
  signInExperience: shownExperience,
  experience: shownExperience,
  phrases: async ({ services, tenantId, visit, answer }, { query }) => {
    const { languageInfo } = await services.signInExperiences.of(tenantId);
    const own = await services.customPhrases.of(tenantId);
    const asked = query.lng?.split(/[ ,]+/) ?? [];
    const { language, phrases } = phrasesFor(asked, languageInfo, visit.languages, own, query.pages);
    answer.headers['Content-Language'] = language;
    return json(phrases);
  },
  endpoints: ({ services, tenantId }, { params }) => {
    if (!isAdminTenant(tenantId)) throw new RequestError('request.not_found');
    return { user: services.addresses.tenant(params.tenantId) };
  },
  managementDocument: (ctx) => openApi(ctx, 'management'),
  experienceDocument: (ctx) => openApi(ctx, 'experience'),
  userDocument: (ctx) => openApi(ctx, 'user'),
  wholeDocument: (ctx) => openApi(ctx, 'whole'),
});

export const statusServed = serve(status, { check: () => undefined });
export const cloudStatusServed = serve(cloudStatus, {
  check: () => undefined,
  endpoints: ({ services }, { params }) => ({ user: services.addresses.tenant(params.tenantId) }),
  document: (ctx) => openApi(ctx, 'cloud'),
});
