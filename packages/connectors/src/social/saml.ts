// Any SAML 2 identity provider: requests by redirect, responses by form post to the assertion consumer service.
import { ConnectorError, type SocialConnector } from '../connector.ts';
import { logo } from './form.ts';
import { userByMap } from './profile-map.ts';
import { algorithms, formats, type SamlSettings, samlConfig, sha256, unspecified } from './saml-config.ts';

const options = (titles: Record<string, string>) => Object.entries(titles).map(([value, title]) => ({ value, title }));
const keyField = { type: 'MultilineText', required: true, isConfidential: true } as const;
const passField = { type: 'Text', isConfidential: true } as const;
const whenSigning = [{ targetKey: 'signAuthnRequest', expectValue: true }];
const whenEncrypting = [{ targetKey: 'encryptAssertion', expectValue: true }];

export const saml: SocialConnector = {
  id: 'saml',
  type: 'Social',
  target: 'saml',
  platform: 'Universal',
  protocol: 'saml',
  isStandard: true,
  logo,
  formItems: [
    { key: 'entityID', type: 'Text', required: true, placeholder: 'https://example.com/saml' },
    { key: 'signInEndpoint', type: 'Text', placeholder: 'https://id.example.com/sso' },
    { key: 'x509Certificate', type: 'MultilineText', required: true, placeholder: '-----BEGIN CERTIFICATE-----' },
    { key: 'idpMetadataXml', type: 'MultilineText', required: true, placeholder: '<EntityDescriptor …>' },
    { key: 'assertionConsumerServiceUrl', type: 'Text', required: true },
    {
      key: 'requestSignatureAlgorithm',
      type: 'Select',
      defaultValue: sha256,
      selectItems: options(algorithms),
    },
    {
      key: 'messageSigningOrder',
      type: 'Select',
      defaultValue: 'sign-then-encrypt',
      selectItems: options({ 'sign-then-encrypt': 'Sign then encrypt', 'encrypt-then-sign': 'Encrypt then sign' }),
    },
    { key: 'signAuthnRequest', type: 'Switch', defaultValue: false },
    { key: 'privateKey', ...keyField, showConditions: whenSigning },
    { key: 'privateKeyPass', ...passField, showConditions: whenSigning },
    { key: 'encryptAssertion', type: 'Switch', defaultValue: false },
    { key: 'encPrivateKey', ...keyField, showConditions: whenEncrypting },
    { key: 'encPrivateKeyPass', ...passField, showConditions: whenEncrypting },
    { key: 'nameIDFormat', type: 'Select', defaultValue: unspecified, selectItems: options(formats) },
    { key: 'timeout', type: 'Number', placeholder: '10000' },
    {
      key: 'profileMap',
      type: 'Json',
      defaultValue: { id: 'id', email: 'email', phone: 'phone', name: 'name', avatar: 'avatar' },
    },
  ],
  config: samlConfig,
  authorize: async ({ state, keepsSession }, given, tools) => {
    if (!keepsSession) throw new ConnectorError('not_implemented');
    const { newRequest } = await import('./saml-protocol.ts');
    const { uri, requestId } = newRequest(given as SamlSettings, state, { id: tools.random(), now: tools.now() });
    return { uri, session: { requestId } };
  },
  identify: async ({ data, session: { requestId } }, given, tools) => {
    if (typeof requestId !== 'string') throw new ConnectorError('general', { message: 'the request is unknown' });
    const { SAMLResponse } = data;
    if (typeof SAMLResponse !== 'string' || SAMLResponse === '') {
      throw new ConnectorError('invalid_response', { message: 'the response has no SAMLResponse' });
    }
    const { readResponse } = await import('./saml-protocol.ts');
    const settings = given as SamlSettings;
    const { nameId, attributes } = readResponse(settings, SAMLResponse, { requestId, now: tools.now() });
    return userByMap({ id: nameId, ...attributes }, settings.profileMap);
  },
};
