// Users of SAML identity providers: mapped attributes, and certificates that changed since the stored copy.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, it } from 'vitest';
import { alternativeName, writeCertificate } from '../certificate.ts';
import type { ConnectorTools } from '../connector.ts';
import { signedResponse } from '../saml/test-responses.ts';
import { authorizeSaml, claimedRequest, identifySaml } from './saml-sign-in.ts';
import type { SsoConnection } from './sso-provider.ts';

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificateOf = ({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }) =>
  writeCertificate(
    {
      serialNumber: Buffer.of(1),
      ...{ subject: 'idp', issuer: 'idp', extension: alternativeName('idp.example') },
      ...{ validFrom: new Date('2025-01-01'), validUntil: new Date('2040-01-01') },
    },
    publicKey,
    privateKey,
  );
const [current, next, stranger] = [newKey(), newKey(), newKey()];
const documentWith = (...keys: (typeof current)[]) => ({
  ...{ entityId: 'https://idp.example', signInEndpoint: 'https://idp.example/sso', binding: 'redirect' },
  ...{ certificates: keys.map(certificateOf), wantsSignedRequests: false },
});
const serviceProvider = { entityId: 'urn:sp', assertionConsumerServiceUrl: 'https://sp.example/acs' };
const fetched: string[] = [];
const connection = (config: object = {}): SsoConnection => ({
  ...{ connectorId: 'c1', config, document: documentWith(current), serviceProvider },
  latestDocument: async () => {
    fetched.push('metadata');
    return documentWith(next);
  },
  serviceProviderKey: () => Promise.reject(new Error('no key is needed')),
});
const tools: ConnectorTools = {
  fetch: () => Promise.reject(new Error('no request is needed')),
  connectToMailServer: () => Promise.reject(new Error('no mail is needed')),
  keySets: (_, load) => load(),
  applicationTokens: async (_, load) => (await load()).token,
  now: () => Date.now(),
  random: () => 'random',
};
const identify = (attributes: Record<string, string>, config?: object, key = current, more: object = {}) => {
  const statement = { issuer: 'https://idp.example', audience: 'urn:sp', recipient: 'https://sp.example/acs' };
  const xml = signedResponse(
    { ...statement, inResponseTo: '_r', attributes, now: Date.now(), ...more },
    key.privateKey,
  );
  const data = { SAMLResponse: Buffer.from(xml).toString('base64') };
  return identifySaml({ data, session: { requestId: '_r' }, redirectUri: '' }, connection(config), tools);
};

it('maps attributes by their usual names, unless the administrator names others', async () => {
  const entra = {
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'ann@firm.example',
    'http://schemas.microsoft.com/identity/claims/displayname': 'Ann',
  };
  expect((await identify(entra)).user).toMatchObject({ id: 'ann', email: 'ann@firm.example', name: 'Ann' });
  expect((await identify({ email: 'a@firm.example', mail: 'b@firm.example' })).user.email).toBe('a@firm.example');
  const mapped = { attributeMapping: { id: 'employee', email: 'work', name: 'nameID' } };
  const { user, oneTime } = await identify({ employee: '7', mail: 'b@firm.example' }, mapped);
  expect(user).toEqual({ id: '7', name: 'ann', rawData: { nameID: 'ann', employee: '7', mail: 'b@firm.example' } });
  expect(oneTime?.until).toBeGreaterThan(Date.now());
});

it('names the attribute that is missing', async () => {
  const missing = identify({ email: 'a@firm.example' }, { attributeMapping: { id: 'employee' } });
  await expect(missing).rejects.toThrow('attributeMapping: attribute_missing: expected employee, received email');
});

it('recognizes no one by a transient name ID, but by an attribute', async () => {
  const transient = { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' };
  const by = (config: object) => identify({ employee: '7' }, config, current, transient);
  await expect(by({})).rejects.toThrow('attributeMapping: name_id_transient: received employee');
  expect((await by({ attributeMapping: { id: 'employee' } })).user.id).toBe('7');
});

it('asks for the metadata again if no certificate fits, and only then', async () => {
  fetched.length = 0;
  await identify({});
  expect(fetched).toEqual([]);
  expect((await identify({}, {}, next)).user.id).toBe('ann');
  expect(fetched).toEqual(['metadata']);
  await expect(identify({}, {}, stranger)).rejects.toThrow('x509Certificate: signature_invalid');
});

it('finds the request of a response before anything is verified', () => {
  const encoded = (xml: string) => Buffer.from(xml).toString('base64');
  expect(claimedRequest(encoded('<a InResponseTo="_r"/>'))).toBe('_r');
  expect(claimedRequest(encoded('<a/>'))).toBeUndefined();
  expect(() => claimedRequest('!')).toThrow('response: response_unreadable');
});

it('requests by redirect, or by our page for the POST binding', async () => {
  const { uri, session } = await authorizeSaml({ state: 's' }, connection(), tools);
  expect(uri).toMatch(/^https:\/\/idp\.example\/sso\?SAMLRequest=[^&]+&RelayState=s$/);
  expect(session).toEqual({ requestId: '_random' });
  const posting = { ...connection(), document: { ...documentWith(current), binding: 'post' } };
  expect((await authorizeSaml({ state: 's' }, posting, tools)).uri).toMatch(
    /^https:\/\/sp\.example\/acs\/request\?SAMLRequest=[\w-]+&RelayState=s$/,
  );
});
