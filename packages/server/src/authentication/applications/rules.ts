// Application rules that depend on several fields, checked on the result of a write rather than on its input.
import { grantsToChoose } from '@tessera/contract/application-grants';
import type { Application, ApplicationType } from '@tessera/contract/applications';
import { fitsApplication } from '@tessera/contract/redirect-uri';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { changedFields } from './described-fields.ts';

type Checked = Pick<
  Application,
  'type' | 'isThirdParty' | 'isSelfRegistered' | 'oidcClientMetadata' | 'customClientMetadata'
>;

const pathOf = (list: 'redirectUris' | 'postLogoutRedirectUris', index: number) => ['oidcClientMetadata', list, index];

const uriIssues = (type: ApplicationType, metadata: Checked['oidcClientMetadata']) => {
  const kind = type === 'Native' ? 'native' : 'web';
  return (['redirectUris', 'postLogoutRedirectUris'] as const).flatMap((list) =>
    metadata[list].flatMap((uri, index) =>
      fitsApplication(uri, kind)
        ? []
        : [{ code: 'custom' as const, path: pathOf(list, index), key: 'rules.native_uri' as const }],
    ),
  );
};

const grantIssues = (type: ApplicationType, { grantTypes = [] }: Checked['customClientMetadata']) => {
  const choice = grantsToChoose(type);
  return grantTypes.flatMap((grant, index) => {
    const path = ['customClientMetadata', 'grantTypes', index];
    return choice.includes(grant) ? [] : [{ code: 'custom' as const, path, key: 'rules.grant_type' as const }];
  });
};

/** Refuses a change of what the application's document decides. */
export const checkDescribed = (before: Application, after: Application) => {
  if (before.metadataUrl === null) return;
  const issues = changedFields(before, after).map((path) => ({
    ...{ code: 'custom' as const, path: path.split('.'), key: 'rules.described_elsewhere' as const },
  }));
  if (issues.length > 0) throw new RequestError('guard.invalid_input', { fields: { part: 'body', issues } });
};

/** The gateway signs users in by itself, and sends its authorization requests with the browser. */
const gatewayIssues = (
  type: ApplicationType,
  { requirePushedAuthorizationRequests }: Checked['customClientMetadata'],
) => {
  const path = ['customClientMetadata', 'requirePushedAuthorizationRequests'];
  const isRefused = type === 'Protected' && requirePushedAuthorizationRequests === true;
  return isRefused ? [{ code: 'custom' as const, path, key: 'rules.grant_type' as const }] : [];
};

export const checkApplication = ({ oidcClientMetadata, customClientMetadata, ...fixed }: Checked) => {
  const { type, isThirdParty, isSelfRegistered } = fixed;
  if (isThirdParty && type !== 'Traditional' && !isSelfRegistered) {
    throw new RequestError('application.invalid_third_party_application_type');
  }
  const issues = [
    ...uriIssues(type, oidcClientMetadata),
    ...grantIssues(type, customClientMetadata),
    ...gatewayIssues(type, customClientMetadata),
  ];
  if (issues.length > 0) throw new RequestError('guard.invalid_input', { fields: { part: 'body', issues } });
};

/** They have their own API. */
export const refuseSaml = (type: ApplicationType) => {
  if (type === 'SAML') throw new RequestError('application.saml.use_saml_app_api');
};
