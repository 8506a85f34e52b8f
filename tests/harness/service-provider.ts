// A real SAML service provider, configured from the metadata of a SAML application.
import { generateKeyPairSync } from 'node:crypto';
import { SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml';
import { alternativeName, writeCertificate } from '@tessera/connectors/certificate';
import { expect } from 'vitest';
import type { ManagementApi } from './api.ts';
import { experience } from './sign-in.ts';
import type { TestServer } from './test-server.ts';
import { type Answer, newVisitor, type Visitor } from './visitor.ts';

const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

export const newProviderKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const content = {
    serialNumber: Buffer.of(7),
    ...{ subject: 'wiki', issuer: 'wiki', extension: alternativeName('wiki.example') },
    ...{ validFrom: new Date(Date.now() - 86_400_000), validUntil: new Date(Date.now() + 86_400_000 * 365) },
  };
  const certificate = writeCertificate(content, publicKey, privateKey);
  return { certificate, privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) };
};

export const wiki = {
  entityId: 'https://wiki.example/saml',
  acsUrl: { binding: post, url: 'https://wiki.example/saml/acs' },
};

/** A SAML application with these settings. */
export const newSamlApplication = async (api: ManagementApi, settings: object = {}) => {
  const created = await api.call('POST', '/saml-applications', { name: 'Wiki', ...wiki, ...settings });
  if (created.status !== 201) throw new Error(`no SAML application: ${created.status} ${created.body}`);
  return created.json() as { id: string };
};

/** What the browser is told to post, from the page that does it. */
export const formIn = ({ body }: Pick<Answer, 'body'>) => {
  const decoded = (text: string) =>
    text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const action = decoded(/<form [^>]*action="([^"]*)"/.exec(body)?.[1] ?? '');
  const fields = [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return { action, fields: Object.fromEntries(fields.map(([, name, value]) => [name, decoded(value ?? '')])) };
};

export const newServiceProvider = async (server: TestServer, id: string, more: Partial<SamlConfig> = {}) => {
  const base = server.base('default');
  const metadata = await fetch(`${base}/api/saml-applications/${id}/metadata`).then((answer) => answer.text());
  const [, certificate = ''] = /<ds:X509Certificate>([^<]+)</.exec(metadata) ?? [];
  const [, signInUrl = ''] = /<md:SingleSignOnService [^>]*Location="([^"]+)"/.exec(metadata) ?? [];
  const [, entityId = ''] = /entityID="([^"]+)"/.exec(metadata) ?? [];
  const [, logoutUrl = ''] = /<md:SingleLogoutService [^>]*Location="([^"]+)"/.exec(metadata) ?? [];
  const saml = new SAML({
    ...{ idpCert: certificate, idpIssuer: entityId, entryPoint: signInUrl, logoutUrl },
    ...{ issuer: wiki.entityId, callbackUrl: wiki.acsUrl.url, audience: wiki.entityId },
    ...{ validateInResponseTo: ValidateInResponseTo.always, identifierFormat: null },
    ...more,
  });

  /** Follows the request to the sign-in page, or to the answer if the user is signed in. */
  const open = async (visitor: Visitor, relayState = 'page 7') =>
    visitor.follow(await saml.getAuthorizeUrlAsync(relayState, undefined, {}));
  /** Signs in with a username, and returns what the browser posts to the service provider. */
  const signIn = async (username: string, { visitor = newVisitor(), register = false, relayState = 'page 7' } = {}) => {
    const opened = await open(visitor, relayState);
    expect(opened.answer?.status, opened.answer?.body).toBe(200);
    const steps = experience(visitor, base);
    const next = register ? await steps.register(username) : await steps.signIn(username);
    const landed = await visitor.follow(next);
    expect(landed.answer?.status, landed.answer?.body).toBe(200);
    return { visitor, ...formIn({ body: landed.answer?.body ?? '' }) };
  };
  const profileIn = async (fields: Record<string, string>) =>
    (await saml.validatePostResponseAsync(fields)).profile ?? undefined;
  return { saml, metadata, signInUrl, logoutUrl, entityId, open, signIn, profileIn };
};
