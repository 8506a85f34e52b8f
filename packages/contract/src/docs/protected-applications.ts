// Documents custom domains of protected applications.
import type { protectedApplications } from '../protected-applications.ts';
import { applicationFields } from './application-fields.ts';
import type { ResourceDoc } from './document.ts';

const ofApplication = ['entity.not_exists_with_id', 'application.protected_application_only'] as const;
const ofServer = ['application.protected_app_not_configured', 'domain.not_configured'] as const;

export const protectedApplicationsDoc: ResourceDoc<typeof protectedApplications> = {
  title: 'Custom domains of protected applications',
  about: 'Domains at which users reach a protected application, in addition to its own host.',
  operations: {
    listCustomDomains: {
      summary: 'Checks the custom domains of a protected application, and returns them.',
      errors: [...ofApplication, ...ofServer],
    },
    createCustomDomain: {
      summary: 'Adds a custom domain to a protected application. It can have one.',
      errors: [
        ...ofApplication,
        ...ofServer,
        'domain.limit_to_one_domain',
        'domain.domain_is_not_allowed',
        'domain.hostname_already_exists',
      ],
    },
    getDomainHealth: {
      summary: 'Checks the DNS record and the certificate of a custom domain, and whether the site responds.',
      description:
        'Requests go only to the domain and the site that are stored with the application. The site is not asked more than whether it responds.',
      errors: [...ofApplication],
    },
    removeCustomDomain: {
      summary: 'Deletes a custom domain of a protected application, and ends the sessions there.',
      errors: [...ofApplication, 'application.custom_domain_not_found'],
    },
  },
  fields: {
    id: { text: 'ID of the application.', example: 'a5v9c3n0r2lw' },
    domain: applicationFields.domain,
    checks: 'The checks, in their order. Without a custom domain, only that of the site.',
    check: {
      text: '`dns`: the record leads here. `certificate`: Tessera responds at the domain, with a valid certificate. `origin`: the site responds.',
      example: 'dns',
    },
    result: { text: '`skipped` if an earlier check has to pass first.', example: 'passed' },
    problem: { text: 'What to fix, in the language of the request; `null` if there is nothing.', example: null },
    status: applicationFields.status,
    errorMessage: applicationFields.errorMessage,
    dnsRecords: applicationFields.dnsRecords,
    type: { text: 'Type of the record.', example: 'CNAME' },
    name: { text: 'Name of the record.', example: 'shop.example.com' },
    value: applicationFields.value,
    cloudflareData: applicationFields.cloudflareData,
  },
};
