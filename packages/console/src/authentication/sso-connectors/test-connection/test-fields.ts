// Fields of the connection form that a test can name.
import type { SsoTestStep } from '@tessera/contract/sso-connector-tests';
import { type ConnectionValues, hasIssuerField } from '../connection-values.ts';
import type { SsoConnectorDetails } from '../query.ts';

export const fieldLabels = {
  clientId: 'client_id',
  clientSecret: 'client_secret',
  issuer: 'issuer',
  scope: 'scope',
  trustUnverifiedEmail: 'trust_email',
  metadataUrl: 'metadata_url',
  metadata: 'metadata',
  signInEndpoint: 'sign_in_endpoint',
  entityId: 'entity_id',
  x509Certificate: 'certificate',
  idAttribute: 'id_attribute',
  emailAttribute: 'email_attribute',
} as const satisfies { [Field in keyof ConnectionValues]?: string };
type Problem = NonNullable<SsoTestStep['problem']>;
export type FieldOnPage = keyof typeof fieldLabels;

/** Undefined for values that are elsewhere: at the provider or on another tab. */
export const fieldOnPage = (
  connector: SsoConnectorDetails,
  problem: Pick<Problem, 'code' | 'field'> | null | undefined,
): FieldOnPage | undefined => {
  const field = problem?.field;
  if (field === 'issuer' && !hasIssuerField(connector)) return undefined;
  if (!field || field === 'redirectUri' || field === 'audience' || field === 'domains') return undefined;
  if (field === 'attributeMapping') return problem?.code === 'email_missing' ? 'emailAttribute' : 'idAttribute';
  return field;
};
