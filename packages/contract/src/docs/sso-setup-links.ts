// Documents setup links of enterprise SSO connectors.
import type { ssoSetupLinks } from '../sso-setup-links.ts';
import type { ResourceDoc } from './document.ts';

const time = 1767225600000;
const notFound = 'entity.not_exists_with_id';

export const ssoSetupLinksDoc: ResourceDoc<typeof ssoSetupLinks> = {
  title: 'Enterprise SSO setup links',
  about:
    'Links for the administrator of a company, who completes one enterprise SSO connector without access to the console.',
  operations: {
    list: { summary: 'Returns the setup links of a connector, the newest first.', errors: [notFound] },
    create: {
      summary: 'Creates a setup link.',
      description:
        'Its URL is returned only here. It opens a page for the configuration, the test, the verification of domains and the SCIM tokens of this connector; nothing else is visible there. Every use is logged. It works for at most 30 days, and a connector has at most ten.',
      errors: [notFound, 'single_sign_on.setup_link_expiry', 'single_sign_on.setup_link_limit'],
      body: { expiresAt: time },
    },
    remove: { summary: 'Revokes a setup link at once.', errors: [notFound] },
  },
  fields: {
    ssoConnectorId: { text: 'ID of the enterprise SSO connector.', example: 'e4b8h1u6d3zs' },
    setupLinkId: { text: 'ID of the setup link.', example: 'l8n5g2y7k0vrk4w9z1xq7' },
    id: { text: 'ID of the setup link.', example: 'l8n5g2y7k0vrk4w9z1xq7' },
    createdAt: { text: 'Time of creation, in milliseconds since the Unix epoch.', example: time },
    expiresAt: { text: 'When it stops working, in milliseconds since the Unix epoch.', example: time },
    lastUsedAt: { text: 'When it was last used, to about five minutes, or `null`.', example: null },
    secretUrl: {
      text: 'URL to send to the administrator of the company.',
      example: 'https://auth.example.com/console/sso-setup/e4b8h1u6d3zs#sso_setup_Qw3',
    },
  },
};
