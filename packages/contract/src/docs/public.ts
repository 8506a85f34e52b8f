// Documents public endpoints.
import type { hasura } from '../hasura.ts';
import type { cloudStatus, status, wellKnown } from '../well-known.ts';
import type { ResourceDoc } from './document.ts';
import { profileFieldFields } from './profile-field-fields.ts';
import { signInExperienceFields } from './sign-in-experience-fields.ts';

export const wellKnownDoc: ResourceDoc<typeof wellKnown> = {
  title: 'Public information',
  about: 'Public endpoints for sign-in pages and API clients.',
  operations: {
    signInExperience: { summary: 'Returns the public sign-in experience of a tenant.' },
    experience: { summary: 'Returns the public sign-in experience of a tenant.' },
    phrases: { summary: 'Returns the texts of the sign-in pages in the best matching language.' },
    endpoints: { summary: 'Returns the endpoint of a tenant.' },
    managementDocument: {
      summary: 'Returns the OpenAPI document of the Management API.',
      response: { openapi: '3.0.3' },
    },
    experienceDocument: {
      summary: 'Returns the OpenAPI document of the Experience API.',
      response: { openapi: '3.0.3' },
    },
    userDocument: { summary: 'Returns the OpenAPI document of the Account API.', response: { openapi: '3.0.3' } },
    wholeDocument: { summary: 'Returns the OpenAPI document of all APIs.', response: { openapi: '3.0.3' } },
  },
  fields: {
    ...signInExperienceFields,
    organizationId: { text: 'Organization whose branding applies.', example: 'o3h6t1z8y4bk' },
    appId: { text: 'Application whose branding applies.', example: 'a5v9c3n0r2lw' },
    pages: { text: 'Pages whose phrases are returned. Default: `sign-in`.', example: 'account' },
    lng: { text: 'Preferred languages, separated by spaces or commas.', example: 'de' },
    user: { text: 'Endpoint of the tenant.', example: 'https://auth.example.com' },
    displayName: { text: 'Name of the application.', example: 'Acme Shop' },
    application: 'Application that the user signs in to.',
    'application.name': { text: 'Name of the application.', example: 'Acme Shop' },
    isThirdParty: { text: 'Whether the application asks for consent.', example: false },
    homeUrl: { text: 'URL that leads back to the application.', example: 'https://shop.example.com/' },
    socialConnectors: 'Social connectors to show.',
    'socialConnectors.id': { text: 'ID of the connector.', example: 'c9n5g2y7k0vr' },
    target: { text: 'Target of the connector.', example: 'github' },
    platform: 'Platform of the connector.',
    'socialConnectors.name': { text: 'Name, by language.', example: { en: 'GitHub' } },
    en: { text: 'English text.', example: 'GitHub' },
    logo: { text: 'URL of the logo.', example: 'https://cdn.example.com/github.svg' },
    logoDark: { text: 'URL of the logo in dark mode.', example: null },
    darkLogo: { text: 'URL of the logo in dark mode.', example: 'https://cdn.example.com/acme-dark.svg' },
    isStandard: 'Whether it is a protocol connector, such as OIDC.',
    ssoConnectors: 'Enterprise SSO connectors.',
    'ssoConnectors.id': { text: 'ID of the enterprise SSO connector.', example: 'e4b8h1u6d3zs' },
    connectorName: { text: 'Name of the enterprise SSO connector.', example: 'Acme Okta' },
    googleOneTap: 'Settings of Google One Tap.',
    isEnabled: 'Whether Google One Tap is shown.',
    clientId: { text: 'Google client ID.', example: '1234.apps.googleusercontent.com' },
    autoSelect: { text: 'Whether a single account is selected without a click.', example: false },
    closeOnTapOutside: 'Whether a click elsewhere closes the prompt.',
    itpSupport: 'Whether the prompt is shown in browsers with tracking prevention.',
    forgotPassword: 'How passwords can be reset.',
    'forgotPassword.email': { text: 'Whether by email code.', example: true },
    'forgotPassword.phone': { text: 'Whether by SMS code.', example: false },
    isDevelopmentTenant: { text: 'Whether the tenant is for development.', example: false },
    captchaConfig: 'CAPTCHA to show; missing if none is required.',
    'captchaConfig.type': 'Type of CAPTCHA provider.',
    siteKey: { text: 'Public key of the CAPTCHA provider.', example: '0x4AAAAAAADnPIDROrmt1Wwj' },
    scriptOrigin: { text: 'Origin of the CAPTCHA script.', example: 'https://challenges.cloudflare.com' },
    customProfileFields: 'Fields to ask new users for.',
    'customProfileFields.id': { text: 'ID of the field.', example: 'h3m7w1q9z5yt' },
    name: profileFieldFields.name,
    type: profileFieldFields.type,
    label: profileFieldFields.label,
    description: profileFieldFields.description,
    required: profileFieldFields.required,
    config: profileFieldFields.config,
    placeholder: profileFieldFields.placeholder,
    minLength: profileFieldFields.minLength,
    maxLength: profileFieldFields.maxLength,
    minValue: profileFieldFields.minValue,
    maxValue: profileFieldFields.maxValue,
    format: profileFieldFields.format,
    customFormat: profileFieldFields.customFormat,
    options: profileFieldFields.options,
    value: profileFieldFields.value,
    defaultValue: profileFieldFields.defaultValue,
    parts: profileFieldFields.parts,
    sieOrder: profileFieldFields.sieOrder,
    customLanguages: { text: 'Languages with custom phrases.', example: ['de'] },
  },
};

export const statusDoc: ResourceDoc<typeof status> = {
  title: 'Status',
  about: 'Availability of the API.',
  operations: { check: { summary: 'Returns 204 while the API is available.' } },
  fields: {},
};

export const cloudStatusDoc: ResourceDoc<typeof cloudStatus> = {
  title: 'Cloud status',
  about: 'Public endpoints of the Cloud API.',
  operations: {
    check: { summary: 'Returns 204 while the Cloud API is available.' },
    endpoints: { summary: 'Returns the endpoint of a tenant.' },
    document: { summary: 'Returns the OpenAPI document of the Cloud API.', response: { openapi: '3.0.3' } },
  },
  fields: { user: { text: 'Endpoint of the tenant.', example: 'https://auth.example.com' } },
};

export const hasuraDoc: ResourceDoc<typeof hasura> = {
  title: 'Hasura',
  about: 'Authorization webhook for a Hasura engine.',
  operations: {
    authorize: {
      summary: 'Returns the Hasura session variables for the access token of a request.',
      description: 'Reads the `Authorization` and `Expected-Role` headers.',
      errors: [
        'auth.unauthorized',
        'auth.authorization_header_missing',
        'auth.authorization_token_type_not_supported',
        'auth.jwt_sub_missing',
        'auth.expected_role_not_found',
      ],
    },
  },
  fields: {
    resource: { text: 'API resource the access token must be for.', example: 'https://api.example.com' },
    unauthorizedRole: { text: 'Role for requests without a valid token.', example: 'anonymous' },
    'X-Hasura-User-Id': { text: 'ID of the user.', example: 'u8k2m4qs7x1c' },
    'X-Hasura-Role': { text: 'Role for the request.', example: 'editor' },
  },
};
