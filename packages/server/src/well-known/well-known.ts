// Public facts of a tenant.
import type { JsonObject } from '@tessera/contract/fields';
import { cloudStatus, status, wellKnown } from '@tessera/contract/well-known';
import { serve } from '../http/serve.ts';
import { openApiDocument } from './openapi.ts';
import { phrasesFor } from './phrases.ts';

const json = (document: object) => document as JsonObject;

export default serve(wellKnown, {
  signInExperience: async ({ services, tenantId, answer }, { query }) => {
    answer.headers['Cache-Control'] = 'public, max-age=5';
    return services.signInExperiences.shown(tenantId, query.appId, query.organizationId);
  },
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
  userDocument: () => json(openApiDocument(['me'])),
  wholeDocument: () => json(openApiDocument(['management', 'public', 'interaction', 'me'])),
});

export const statusServed = serve(status, { check: () => undefined });
export const cloudStatusServed = serve(cloudStatus, {
  check: () => undefined,
  endpoints: ({ services }, { params }) => ({ user: services.addresses.tenant(params.tenantId) }),
  document: () => json(openApiDocument(['cloud', 'organization', 'cloudPublic'])),
});
