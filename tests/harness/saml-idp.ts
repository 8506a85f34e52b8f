// A company's SAML identity provider on this machine, made with samlify: metadata, a page to choose a user, and
// responses for both bindings.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseXml, xmlText } from '@tessera/connectors/saml/xml';
import { selfSigned } from '@tessera/server/infrastructure/outbound/self-signed';
import samlify, { type IdentityProvider } from 'samlify/build/index.js';

samlify.setSchemaValidator({
  validate: async (xml) => {
    parseXml(xmlText(Buffer.from(xml)));
    return 'well-formed';
  },
});

export type Person = { id: string; email?: string; name?: string };
export type Deviation = {
  audience?: string;
  recipient?: string;
  destination?: string;
  issuer?: string;
  requestId?: string;
  /** Seconds from now. */
  validUntil?: number;
};
export type IdpOptions = {
  bindings?: readonly ('redirect' | 'post')[];
  encrypts?: boolean;
  wantsSignedRequests?: boolean;
};
export type SamlIdp = Awaited<ReturnType<typeof startSamlIdp>>;

const bindingNames = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
};
const attribute = (name: string) => ({
  ...{ name, valueTag: `user.${name}`, valueXsiType: 'xs:string' },
  nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
});
const escapeHtml = (value: string) => value.replace(/[&"<>]/g, (one) => `&#${one.charCodeAt(0)};`);

export const startSamlIdp = async ({ bindings = ['redirect', 'post'], ...options }: IdpOptions = {}) => {
  let url = '';
  let keys = [selfSigned('idp.example', 'rsa')];
  const people = new Map<string, Person>();
  /** Metadata of the service provider. */
  let spMetadata = '';

  /** It signs with one key, and publishes all. */
  const provider = (certificates = keys.slice(0, 1)): IdentityProvider =>
    samlify.IdentityProvider({
      ...{ entityID: `${url}/metadata`, privateKey: keys[0]?.key, signingCert: certificates.map(({ cert }) => cert) },
      ...{ isAssertionEncrypted: options.encrypts, wantAuthnRequestsSigned: options.wantsSignedRequests },
      ...{ nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'] },
      dataEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
      singleSignOnService: bindings.map((name) => ({ Binding: bindingNames[name], Location: `${url}/sso` })),
      singleLogoutService: [{ Binding: bindingNames.post, Location: `${url}/logout` }],
      loginResponseTemplate: {
        context: samlify.SamlLib.defaultLoginResponseTemplate.context,
        attributes: [attribute('email'), attribute('name')],
      },
    });
  const serviceProvider = () => samlify.ServiceProvider({ metadata: spMetadata });

  /** A signed response, as it is posted. Without a request, the provider starts the sign-in. */
  const respond = async (person: Person, requestId: string | undefined, deviation: Deviation = {}): Promise<string> => {
    const sp = serviceProvider();
    const acs = sp.entityMeta.getAssertionConsumerService('post');
    const until = new Date(Date.now() + (deviation.validUntil ?? 300) * 1000).toISOString();
    const now = new Date().toISOString();
    const id = () => `_${randomBytes(16).toString('hex')}`;
    const tags: Record<string, string | undefined> = {
      ...{ ID: id(), AssertionID: id(), IssueInstant: now, Issuer: deviation.issuer ?? `${url}/metadata` },
      ...{ Destination: deviation.destination ?? acs, SubjectRecipient: deviation.recipient ?? acs },
      ...{
        Audience: deviation.audience ?? sp.entityMeta.getEntityID(),
        InResponseTo: deviation.requestId ?? requestId,
      },
      ...{ ConditionsNotBefore: now, ConditionsNotOnOrAfter: until, SubjectConfirmationDataNotOnOrAfter: until },
      ...{ NameID: person.id, NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' },
      ...{ StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success', AuthnStatement: '' },
      ...{ attrUserEmail: person.email ?? '', attrUserName: person.name ?? '' },
    };
    const customTagReplacement = (template: string) => ({
      id: tags.ID ?? '',
      context: samlify.SamlLib.replaceTagsByValue(template, tags),
    });
    const { context } = await provider().createLoginResponse(sp, {}, 'post', {}, { customTagReplacement });
    return context;
  };

  /** The ID of a request, whose signature is verified if the provider wants one. */
  const readRequest = async (sent: URL | URLSearchParams): Promise<string> => {
    const isUrl = sent instanceof URL;
    const query = Object.fromEntries(isUrl ? sent.searchParams : sent);
    const octetString = isUrl
      ? (/SAMLRequest=[^&]*(&RelayState=[^&]*)?(&SigAlg=[^&]*)?/.exec(sent.search)?.[0] ?? '')
      : '';
    const request = isUrl ? { query, octetString } : { body: query };
    const parsed = await provider().parseLoginRequest(serviceProvider(), isUrl ? 'redirect' : 'post', request);
    return parsed.extract.request.id;
  };

  const formOf = (acs: string, response: string, relayState: string, label: string) =>
    `<form method="post" action="${acs}"><input type="hidden" name="SAMLResponse" value="${response}">` +
    `<input type="hidden" name="RelayState" value="${escapeHtml(relayState)}"><button>${escapeHtml(label)}</button></form>`;

  /** A button for each user. */
  const sendPage = async (response: ServerResponse, requestId: string | undefined, relayState: string) => {
    const acs = serviceProvider().entityMeta.getAssertionConsumerService('post');
    const forms = [...people.values()].map(async (person) =>
      formOf(acs, await respond(person, requestId), relayState, person.name ?? person.id),
    );
    const html = `<!doctype html><title>The company</title><h1>Who are you?</h1>${(await Promise.all(forms)).join('')}`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const target = new URL(request.url ?? '/', url);
    if (target.pathname === '/metadata') {
      return response.writeHead(200, { 'content-type': 'application/xml' }).end(provider(keys).getMetadata());
    }
    if (target.pathname === '/portal') return sendPage(response, undefined, '');
    // An application of the company, where sign-ins end.
    if (target.pathname === '/app') {
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>The application</h1>');
    }
    if (target.pathname !== '/sso') return response.writeHead(404).end();
    const sent = request.method === 'POST' ? new URLSearchParams(await text(request)) : target;
    const relayState = (sent instanceof URL ? sent.searchParams : sent).get('RelayState') ?? '';
    return sendPage(response, await readRequest(sent), relayState);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    people,
    respond,
    readRequest,
    metadata: () => provider(keys).getMetadata(),
    /** Imports the metadata of the service provider, as an administrator does. */
    trust: async (metadataUrl: string) => {
      spMetadata = await (await fetch(metadataUrl)).text();
    },
    /** Signs with a new key, which is published from now on; the old one is published until `drop`. */
    rollOver: ({ drop = false } = {}) => {
      const next = selfSigned('idp.example', 'rsa');
      keys = drop ? [next] : [next, ...keys];
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
