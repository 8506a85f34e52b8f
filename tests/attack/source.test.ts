// Source rules: one outbound gate, one clock, one random source, one comparison, one way to register a route.
import { describe, expect, it } from 'vitest';
import { importsOf, type Node, nameOf, parse, placesOf, type Source, sourcesOf } from '../harness/syntax.ts';

const server = sourcesOf('connectors', 'contract', 'phrases', 'server');
const apps = sourcesOf('console', 'sign-in');
const all = [...server, ...apps];

const filesOf = (places: string[]) => [...new Set(places.map((place) => place.split(':')[0] ?? ''))].sort();
const isCall = ({ type }: Node) => type === 'CallExpression' || type === 'NewExpression';
const isCallOf = (node: Node, names: RegExp) => isCall(node) && names.test(nameOf(node.callee) ?? '');
const isMember = (node: Node, names: RegExp) => node.type === 'MemberExpression' && names.test(nameOf(node) ?? '');
const isNamed = (node: Node, names: RegExp) => node.type === 'Identifier' && names.test(String(node.name));
const isLiteral = (node: unknown, values: RegExp) =>
  (node as Node).type === 'Literal' && values.test(String((node as Node).value));
const isComparison = (node: Node, isSide: (side: Node, other: Node) => boolean) => {
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(String(node.operator))) return false;
  const [left, right] = [node.left as Node, node.right as Node];
  return isSide(left, right) || isSide(right, left);
};
const isLast = (node: Node, names: RegExp) => names.test(nameOf(node)?.split('.').at(-1) ?? '');

describe('T06 source', () => {
  const outbound = /^server\/infrastructure\/outbound\//;
  const importing = (module: RegExp, names: RegExp, except?: RegExp) =>
    importsOf(server, module, except).filter((one) => one.names.some((name) => names.test(name)));

  it('uses only the outbound gate', () => {
    const isRequest = (node: Node) =>
      isCallOf(node, /^(fetch|XMLHttpRequest|WebSocket|EventSource)$/) || isMember(node, /^fetch$/);
    expect(placesOf(server, isRequest, outbound)).toEqual([]);
    expect(importing(/^(node:)?(https|http2|tls|dgram)$|^undici$/, /./, outbound)).toEqual([]);
    // HTTP servers are created in two places; requests nowhere.
    expect(importing(/^(node:)?http$/, /^(request|get|Agent|\*)$/, outbound)).toEqual([]);
    const hidden = parse('a.ts', 'const text = "fetch(1)"; // fetch(2)\nglobalThis\n  .fetch?.(3);');
    expect(filesOf(placesOf([hidden], isRequest))).toEqual(['a.ts']);
    expect(placesOf([parse('a.ts', 'outbound.fetch(1)')], isRequest)).toEqual([]);
  });

  it('R03 gives libraries sockets and tokens, never network access', () => {
    expect(importing(/^(node:)?net$/, /^(connect|createConnection|Socket)$/, outbound)).toEqual([]);
    expect(importing(/^(node:)?(net|http|dns)$/, /^\*$/)).toEqual([]);
    // External keys are fetched through the gate; the library's own fetching is not used.
    expect(placesOf(server, (node) => isNamed(node, /^(createRemoteJWKSet|MetadataService)$/))).toEqual([]);
    const importers = (module: RegExp) => importsOf(server, module).map(({ file }) => file);
    expect(importers(/^nodemailer/)).toEqual(['connectors/smtp-transport.ts']);
    expect(importers(/^httpxy/)).toEqual(['server/infrastructure/outbound/relay.ts']);
    expect(importers(/^(node:)?dns(\/promises)?$/).sort()).toEqual([
      'server/infrastructure/outbound/lookups.ts',
      'server/settings.ts',
    ]);
  });

  it('uses one clock and one random source', () => {
    const isClock = (node: Node) =>
      isMember(node, /^Date\.now$/) ||
      (isCallOf(node, /^Date$/) && (node.type === 'CallExpression' || (node.arguments as Node[]).length === 0));
    expect(placesOf(server, isClock, /^server\/clock\.ts$/)).toEqual([]);
    expect(placesOf(all, (node) => isMember(node, /^Math\.random$/))).toEqual([]);
    const isRandom = (node: Node) => isNamed(node, /^(random(Bytes|Int|UUID|FillSync)|getRandomValues)$/);
    const sources = /^server\/(random|infrastructure\/(postgres\/\w+|outbound\/self-signed))\.ts$/;
    expect(placesOf(server, isRandom, sources)).toEqual([]);
  });

  it('R102 makes RSA keys in one place, which tenants share', () => {
    const except = /^server\/infrastructure\/(concurrency\/key-pairs|outbound\/self-signed)\.ts$/;
    // Keys on curves take no time.
    const isCostly = (node: Node) =>
      isNamed(node, /^(generateKeyPair|generateKey)$/) ||
      (isCallOf(node, /^(generateKeyPairSync|generateKeyPair)$/) && !isLiteral((node.arguments as Node[])[0], /^ec$/));
    expect(placesOf(server, isCostly, except)).toEqual([]);
    expect(placesOf([parse('a.ts', "generateKeyPairSync('rsa', {})")], isCostly)).toHaveLength(1);
    expect(placesOf([parse('a.ts', "generateKeyPairSync('ec', {})")], isCostly)).toEqual([]);
  });

  it('never reads a token without verifying it', () => {
    const isDecoder = (node: Node) => isNamed(node, /^decode(Jwt|ProtectedHeader)$/) || isMember(node, /^jwt\.decode$/);
    const decoding = all.filter(({ nodes }) => nodes.some(isDecoder)).map(({ file }) => file);
    // Tells an administrator why a token was rejected.
    expect(decoding).toEqual(['connectors/sso/describe-token.ts']);
    const isBase64 = (node: Node) =>
      isCallOf(node, /^atob$/) ||
      isCallOf(node, /\.fromBase64$/) ||
      (isCallOf(node, /^Buffer\.from$/) && (node.arguments as Node[]).some((one) => isLiteral(one, /^base64/)));
    const isParsing = (node: Node) => isMember(node, /^JSON\.parse$/);
    const parsing = (sources: Source[]) =>
      sources.filter(({ nodes }) => nodes.some(isBase64) && nodes.some(isParsing)).map(({ file }) => file);
    expect(parsing([parse('a.ts', 'JSON.parse(\n  decoder.decode(Uint8Array.from(atob(part)))\n)')])).toEqual(['a.ts']);
    expect(parsing(all)).toEqual([
      // Values of our own, which are authenticated when they are decrypted.
      'server/infrastructure/vault/sealed-values.ts',
      // Shows who is signed in and when to refresh. The token comes straight from the issuer; the server decides access.
      'console/app/session.ts',
    ]);
  });

  it('A76 compares secrets in constant time', () => {
    const secret = /(secret|password|token|digest|signature|hmac|apiKey)(Value|Encrypted)?$/i;
    // Comparing with undefined, a boolean or a literal is not a comparison of secrets.
    const isFixed = (node: Node) => node.type === 'Literal' || nameOf(node) === 'undefined';
    const comparesSecret = (node: Node) => isComparison(node, (side, other) => isLast(side, secret) && !isFixed(other));
    expect(placesOf(server, comparesSecret)).toEqual([]);
    for (const code of ['secret\n  === presented', 'given !== client.secret', "stored?.['token'] == given"]) {
      expect(placesOf([parse('a.ts', code)], comparesSecret)).toHaveLength(1);
    }
  });

  it('R08 R112 compares passwords only where attempts or new passwords are counted', () => {
    const isComparing = (node: Node) => isCallOf(node, /^passwordFits$/);
    expect(filesOf(placesOf(server, isComparing))).toEqual([
      'server/authentication/passwords/check-password.ts',
      'server/authentication/passwords/refuse-same.ts',
    ]);
  });

  it('never evaluates text as code or markup', () => {
    const evaluates = (node: Node) =>
      isCallOf(node, /^(eval|Function)$/) ||
      isMember(node, /\.(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe)$|^document\.write(ln)?$/) ||
      (node.type === 'JSXIdentifier' && node.name === 'dangerouslySetInnerHTML') ||
      isNamed(node, /^dangerouslySetInnerHTML$/);
    // The tenant's own HTML, whose scripts the CSP blocks.
    expect(placesOf(all, evaluates, /^sign-in\/kit\/custom-content\.tsx$/)).toEqual([]);
    expect(importsOf(all, /^(node:)?vm$/)).toEqual([]);
  });

  it('R04 writes users through one function', () => {
    const method = /^(insert|insertAll|insertMissing|update|updateAll|touch|insertInto|updateTable)$/;
    const isCallFor = (node: Node) =>
      isCall(node) &&
      isLast(node.callee as Node, method) &&
      isLiteral((node.arguments as Node[])[0] ?? node, /^users$/);
    const isStatement = ({ type, value }: Node) =>
      /^(Literal|TemplateElement)$/.test(type) &&
      /\b(insert into|update) users\b/i.test(typeof value === 'object' ? JSON.stringify(value) : String(value));
    const writers = filesOf(placesOf(server, (node) => isCallFor(node) || isStatement(node)));
    const exceptions = [
      // The application of the first sign-in, recorded together with the session.
      'server/authentication/consent/session-extension.ts',
      // MFA factors are consumed under their own lock.
      'server/infrastructure/database/consume.ts',
      // Rows for schema tests.
      'server/infrastructure/database/scratch-server.ts',
    ];
    expect(writers.toSorted()).toEqual([...exceptions, 'server/user-management/users/write-user.ts']);
  });

  it('compares editions and the admin tenant in one place each', () => {
    const comparesEdition = (node: Node) =>
      isComparison(node, (side) => isLast(side, /edition$/i) || isLiteral(side, /^(oss|cloud)$/)) ||
      (node.type === 'SwitchStatement' && isLast(node.discriminant as Node, /edition$/i));
    expect(placesOf(all, comparesEdition, /^contract\/capabilities\.ts$/)).toEqual([]);
    // A listener is called admin, too.
    const comparesTenant = (node: Node) =>
      isComparison(
        node,
        (side, other) => (isLast(side, /^adminTenant$/) || isLiteral(side, /^admin$/)) && !isLast(other, /listener/i),
      );
    expect(filesOf(placesOf(all, comparesTenant))).toEqual(['server/infrastructure/http/resolve-request.ts']);
    expect(placesOf([parse('a.ts', "settings.edition ===\n 'oss'")], comparesEdition)).toHaveLength(1);
    expect(placesOf([parse('a.ts', 'tenantId !== adminTenant')], comparesTenant)).toHaveLength(1);
  });

  it('T04 registers routes only in known places', () => {
    const method = /^app\.(get|post|put|patch|delete|head|options|all|route)$/;
    const places = placesOf(server, (node) => isCallOf(node, method)).map(
      (place) => place.replace(/:\d+ /, ' ').split(',')[0],
    );
    expect(places.sort()).toEqual([
      "server/authentication/application-tests/routes.ts app.get('/tenant/api/application-tests/callback'",
      "server/authentication/application-tests/routes.ts app.get('/tenant/api/application-tests/start'",
      "server/authentication/application-tests/routes.ts app.post('/tenant/api/application-tests/start'",
      "server/authentication/saml-applications/routes.ts app.get('/tenant/api/saml-applications/:id/callback'",
      "server/authentication/saml-applications/routes.ts app.get('/tenant/api/saml-applications/:id/metadata'",
      "server/authentication/saml-applications/routes.ts app.get('/tenant/api/saml/:id/authn'",
      "server/authentication/saml-applications/routes.ts app.get('/tenant/api/saml/:id/logout'",
      "server/authentication/saml-applications/routes.ts app.get('/tenant/api/saml/:id/start'",
      "server/authentication/saml-applications/routes.ts app.post('/tenant/api/saml/:id/authn'",
      "server/authentication/saml-applications/routes.ts app.post('/tenant/api/saml/:id/logout'",
      "server/authentication/sso-connectors/saml-routes.ts app.get('/tenant/api/authn/single-sign-on/saml/:connectorId/request'",
      "server/authentication/sso-connectors/saml-routes.ts app.get('/tenant/enterprise-sso/:connectorId'",
      "server/authentication/sso-connectors/saml-routes.ts app.post('/tenant/api/authn/single-sign-on/saml/:connectorId'",
      "server/developer-tools/docs/docs-pages.ts app.get('/docs/*'",
      "server/infrastructure/http/cors.ts app.options('/*'",
      'server/infrastructure/http/gate.ts app.route({',
      "server/platform/pages/console-pages.ts app.get('/console/*'",
      "server/platform/pages/provider-callback.ts app.post('/tenant/api/authn/saml/:connectorId'",
      "server/platform/pages/provider-callback.ts app.post('/tenant/callback/:connectorId'",
      "server/platform/pages/tenant-pages.ts app.get('/moved/*'",
      "server/platform/pages/tenant-pages.ts app.get('/tenant/*'",
      "server/platform/pages/tenant-pages.ts app.get('/tenant/account'",
      "server/platform/pages/tenant-pages.ts app.get('/tenant/account/:section'",
      "server/platform/pages/tenant-pages.ts app.get('/tenant/demo-app'",
      "server/user-management/account-center/related-origins.ts app.get('/tenant/.well-known/webauthn'",
      "server/user-management/user-assets/user-assets.ts app.get('/tenant/user-assets/*'",
    ]);
  });
});
