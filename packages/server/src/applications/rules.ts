// What an application as a whole must satisfy, checked on what a write results in, not only on what it sends.
import type { Application, ApplicationType } from '@tessera/contract/applications';
import { fitsApplication } from '@tessera/contract/redirect-uri';
import { RequestError } from '../http/request-error.ts';

type Checked = Pick<Application, 'type' | 'isThirdParty' | 'oidcClientMetadata'>;

const pathOf = (list: 'redirectUris' | 'postLogoutRedirectUris', index: number) => ['oidcClientMetadata', list, index];

const refuseUris = (type: ApplicationType, metadata: Checked['oidcClientMetadata']) => {
  const kind = type === 'Native' ? 'native' : 'web';
  const issues = (['redirectUris', 'postLogoutRedirectUris'] as const).flatMap((list) =>
    metadata[list].flatMap((uri, index) =>
      fitsApplication(uri, kind) ? [] : [{ code: 'custom', path: pathOf(list, index), message: `not for ${type}` }],
    ),
  );
  if (issues.length === 0) return;
  throw new RequestError('guard.invalid_input', {
    data: { part: 'body', issues },
    details: issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
  });
};

export const checkApplication = ({ type, isThirdParty, oidcClientMetadata }: Checked) => {
  if (isThirdParty && type !== 'Traditional') {
    throw new RequestError('application.invalid_third_party_application_type');
  }
  refuseUris(type, oidcClientMetadata);
};

/** These are made by their own features, which do not exist through this API. */
export const refuseSpecialTypes = (type: ApplicationType) => {
  if (type === 'SAML') throw new RequestError('application.saml.use_saml_app_api');
  if (type === 'Protected') throw new RequestError('application.protected_app_metadata_is_required');
};
