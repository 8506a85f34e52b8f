// The sidebar's sections and pages. The first page is the start page.
import {
  IconApi,
  IconApps,
  IconBuildingCommunity,
  IconBuildingSkyscraper,
  IconChartLine,
  IconCode,
  IconKey,
  IconListDetails,
  IconMailbox,
  IconPalette,
  IconPlugConnected,
  IconRocket,
  IconServer2,
  IconShieldCheck,
  IconShieldLock,
  IconTemplate,
  IconUserCircle,
  IconUserShield,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Settings } from '../app/settings.ts';

const sections = [
  {
    key: 'overview',
    items: [
      { key: 'get_started', to: '/get-started', icon: IconRocket },
      { key: 'dashboard', to: '/dashboard', icon: IconChartLine },
    ],
  },
  {
    key: 'authentication',
    items: [
      { key: 'applications', to: '/applications', icon: IconApps },
      { key: 'sign_in_experience', to: '/sign-in-experience', icon: IconPalette },
      { key: 'mfa', to: '/mfa', icon: IconShieldCheck },
      { key: 'connectors', to: '/connectors', icon: IconPlugConnected },
      { key: 'enterprise_sso', to: '/enterprise-sso', icon: IconBuildingSkyscraper },
      { key: 'security', to: '/security', icon: IconShieldLock },
    ],
  },
  {
    key: 'authorization',
    items: [
      { key: 'api_resources', to: '/api-resources', icon: IconServer2 },
      { key: 'roles', to: '/roles', icon: IconUserShield },
      { key: 'organization_template', to: '/organization-template', icon: IconTemplate },
    ],
  },
  {
    key: 'people',
    items: [
      { key: 'organizations', to: '/organizations', icon: IconBuildingCommunity },
      { key: 'users', to: '/users', icon: IconUsers },
      { key: 'account_center', to: '/account-center', icon: IconUserCircle },
    ],
  },
  {
    key: 'developer',
    items: [
      { key: 'signing_keys', to: '/signing-keys', icon: IconKey },
      { key: 'customize_jwt', to: '/customize-jwt', icon: IconCode },
      { key: 'webhooks', to: '/webhooks', icon: IconWebhook },
      { key: 'audit_logs', to: '/audit-logs', icon: IconListDetails },
      { key: 'mailbox', to: '/mailbox', icon: IconMailbox },
      { key: 'api_reference', to: '/api-reference', icon: IconApi },
    ],
  },
] as const satisfies readonly {
  key: string;
  items: readonly { key: string; to: string; icon: TablerIcon }[];
}[];

/** Pages belong to a tenant, so there are none without one. */
export const sectionsOf = ({ tenantId }: Settings) => (tenantId === '' ? [] : sections);

export const firstPageOf = (settings: Settings) => sectionsOf(settings)[0]?.items[0]?.to;
