// Public facts of a tenant.
import type { JsonObject } from '@tessera/contract/fields';
import { cloudStatus, status, wellKnown } from '@tessera/contract/well-known';
import type { Context } from '../http/context.ts';
import { serve } from '../http/serve.ts';
import { openApiDocument } from './openapi.ts';
import { phrasesFor } from './phrases.ts';

const json = (document: object) => document as JsonObject;

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
    const { language, phrases } = phrasesFor(query.lng?.split(/[ ,]+/) ?? [], languageInfo, visit.languages, own);
    answer.headers['Content-Language'] = language;
    return json(phrases);
  },
  endpoints: ({ services }, { params }) => ({ user: services.addresses.tenant(params.tenantId) }),
  managementDocument: () => json(openApiDocument(['management', 'public'])),
  experienceDocument: () => json(openApiDocument(['interaction'])),
  userDocument: ({ services }) => json(openApiDocument(['account', 'me'], services.wire)),
  wholeDocument: ({ services }) =>
    json(openApiDocument(['management', 'public', 'interaction', 'account', 'me'], services.wire)),
});

export const statusServed = serve(status, { check: () => undefined });
export const cloudStatusServed = serve(cloudStatus, {
  check: () => undefined,
  endpoints: ({ services }, { params }) => ({ user: services.addresses.tenant(params.tenantId) }),
  document: () => json(openApiDocument(['cloud', 'organization', 'cloudPublic'])),
});
