// Documents tenant settings.
import type { accountCenters } from '../account-center.ts';
import type { clientRegistrations } from '../client-registration.ts';
import type { configs } from '../configs.ts';
import type { dashboard } from '../dashboard.ts';
import type { domains } from '../domains.ts';
import type { systems } from '../systems.ts';
import type { ResourceDoc } from './document.ts';

const control = (what: string) => ({ text: `Whether users see or edit ${what}.`, example: 'Edit' });

export const accountCentersDoc: ResourceDoc<typeof accountCenters> = {
  title: 'Account center',
  about: 'What users can read and edit on the account pages and through the Account API.',
  operations: {
    get: { summary: 'Returns the settings of the account pages and the Account API.' },
    update: { summary: 'Updates the given settings of the account pages and the Account API.' },
  },
  fields: {
    id: { text: 'Always `default`.', example: 'default' },
    enabled: 'Whether the account pages and the Account API are enabled.',
    fields: 'Access to each field. Missing fields are off.',
    name: control('their name'),
    avatar: control('their avatar'),
    profile: control('their profile'),
    email: control('their email address'),
    phone: control('their phone number'),
    password: control('their password'),
    username: control('their username'),
    social: control('their social identities'),
    customData: control('their custom data'),
    mfa: control('their MFA factors'),
    allowsDeletion: 'Whether users can delete their account.',
    allowsExport: 'Whether users can download everything stored about them, including fields that are turned off.',
    webauthnRelatedOrigins: {
      text: 'Origins and Android apps that can use passkeys of this tenant.',
      example: ['https://app.example.com'],
    },
  },
};

export const clientRegistrationsDoc: ResourceDoc<typeof clientRegistrations> = {
  title: 'Application registration',
  about: 'Rules for third-party applications that register themselves, such as AI agents and MCP clients (RFC 7591).',
  operations: {
    get: { summary: 'Returns the rules for applications that register themselves.' },
    update: {
      summary: 'Changes the rules for applications that register themselves.',
      errors: ['application.user_consent_scopes_not_found', 'application.consent_management_api_scopes_not_allowed'],
    },
  },
  fields: {
    isEnabled: 'Whether applications can register themselves.',
    acceptsMetadataDocuments:
      'Whether a client ID can be the URL of a document that describes the application (OAuth Client ID Metadata Document). Its host has to be among the allowed hosts.',
    redirectHosts: {
      text: 'Where they may redirect: hosts, all hosts below a domain, custom schemes, or `localhost`.',
      example: ['localhost', 'claude.ai', '*.example.com', 'cursor://'],
    },
    userScopes: { text: 'User data they can request.', example: ['profile', 'email'] },
    scopeIds: { text: 'IDs of the API permissions they can request.', example: ['s2c7x4l9w1fe'] },
    organizationScopeIds: {
      text: 'IDs of the permissions of the organization template they can request.',
      example: ['o5d8v1b6m3ht'],
    },
    organizationResourceScopeIds: {
      text: 'IDs of the API permissions they can request in organizations.',
      example: ['s2c7x4l9w1fe'],
    },
    perHour: { text: 'Most registrations in an hour.', example: 20 },
    limit: { text: 'Most registered applications at the same time.', example: 100 },
  },
};

export const configsDoc: ResourceDoc<typeof configs> = {
  title: 'Console settings',
  about: 'Settings the console stores for a tenant.',
  operations: {
    adminConsole: { summary: 'Returns the console settings of a tenant.' },
    updateAdminConsole: { summary: 'Updates the given console settings of a tenant.' },
  },
  fields: {
    signInExperienceCustomized: 'Whether the sign-in experience has been customized.',
    organizationCreated: 'Whether an organization has been created.',
    checkedChargeNotification: 'Charge notifications that have been read.',
    token: 'Whether the notification about tokens has been read.',
    apiResource: 'Whether the notification about API resources has been read.',
    machineToMachineApp: 'Whether the notification about machine-to-machine applications has been read.',
    tenantMember: 'Whether the notification about tenant members has been read.',
    developmentTenantMigrationNotification: 'Notification about the migration of a development tenant.',
    isPaidTenant: 'Whether the tenant was on a paid plan.',
    tag: { text: 'Tag of the tenant.', example: 'development' },
    readAt: { text: 'Time the notification was read, in milliseconds since the Unix epoch.', example: 1767225600000 },
  },
};

export const dashboardDoc: ResourceDoc<typeof dashboard> = {
  title: 'Dashboard',
  about: 'Statistics of users and sign-ins, and how far the tenant is set up. Days are in UTC.',
  operations: {
    totalUsers: { summary: 'Returns the number of users.' },
    newUsers: { summary: 'Returns the number of new users today and in the last seven days.' },
    activeUsers: { summary: 'Returns the number of active users per day, week and month.' },
    signIns: { summary: 'Returns sign-ins and failures by method and by application.' },
    setup: { summary: 'Returns how far the tenant is set up.' },
  },
  fields: {
    application: 'Newest application, or null.',
    id: { text: 'ID of the application.', example: 'a5v9c3n0r2lw' },
    hasSignIn: 'Whether a user has signed in.',
    hasBranding: 'Whether the sign-in pages have a logo, other colors or custom CSS.',
    hasSignInMethods: 'Whether users can sign in with something else than a username.',
    hasMfa: 'Whether any MFA factor is enabled.',
    hasApi: 'Whether there is an API resource besides the Management API.',
    totalUserCount: { text: 'Number of users.', example: 1482 },
    today: 'New users today, compared with yesterday.',
    last7Days: 'New users of the last seven days, compared with the previous seven days.',
    count: { text: 'Number of users.', example: 37 },
    delta: { text: 'Difference from the previous period.', example: 5 },
    date: { text: 'Day, as `YYYY-MM-DD`. Default: today.', example: '2026-01-01' },
    dauCurve: 'Active users on each of the last 30 days.',
    dau: 'Active users on the day.',
    wau: 'Active users in seven days.',
    mau: 'Active users in 30 days.',
    days: { text: 'Number of days that end with the date. Default: 30.', example: 30 },
    total: 'All sign-ins.',
    succeeded: { text: 'Number of sign-ins, or of verifications with this method.', example: 214 },
    failed: { text: 'Number of failed verifications.', example: 9 },
    methods: 'Verifications by method.',
    method: { text: 'Type of verification.', example: 'Password' },
    applications: 'Sign-ins of the ten busiest applications.',
    name: { text: 'Name of the application. In statistics, `null` if it was deleted.', example: 'Shop' },
  },
};

export const domainsDoc: ResourceDoc<typeof domains> = {
  title: 'Custom domains',
  about: 'Domains that serve a tenant.',
  operations: {
    list: { summary: 'Returns all custom domains, oldest first.' },
    create: {
      summary: 'Adds a custom domain and returns the DNS records to create.',
      errors: [
        'domain.not_configured',
        'domain.domain_is_not_allowed',
        'domain.limit_to_one_domain',
        'domain.exceed_domain_limit',
        'domain.domain_in_use',
        'domain.hostname_already_exists',
      ],
    },
    get: { summary: 'Returns a custom domain with its state.', errors: ['entity.not_exists_with_id'] },
    remove: { summary: 'Deletes a custom domain.', errors: ['entity.not_exists_with_id'] },
  },
  fields: {
    id: { text: 'ID of the domain.', example: 's6y0u4i8o2pa' },
    domain: { text: 'Host name.', example: 'auth.example.com' },
    status: { text: 'State of the domain.', example: 'Active' },
    errorMessage: { text: 'Problem to fix; `null` if there is none.', example: null },
    dnsRecords: 'DNS records to create.',
    type: { text: 'Type of the record.', example: 'CNAME' },
    name: { text: 'Name of the record.', example: 'auth.example.com' },
    value: { text: 'Value of the record.', example: 'domains.tessera.example' },
  },
};

export const systemsDoc: ResourceDoc<typeof systems> = {
  title: 'System',
  about: 'Information about the installation.',
  operations: {
    application: {
      summary: 'Returns the domain for protected applications.',
      errors: ['application.protected_app_not_configured'],
    },
  },
  fields: {
    protectedApps: 'Settings of protected applications.',
    defaultDomain: { text: 'Domain of protected applications.', example: 'apps.example.com' },
  },
};
