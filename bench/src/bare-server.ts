// The minimum a token endpoint can do: parse a form, check a secret, sign. The baseline for all comparisons.
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { generateKeyPair, SignJWT } from 'jose';
import { basic, machine, resource } from './machine.ts';

const { privateKey } = await generateKeyPair('ES256');
const expected = Buffer.from(basic(machine));

const bodyOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return new URLSearchParams(text);
};

const isRight = (header = '') => {
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const server = createServer(async (request, response) => {
  const form = await bodyOf(request);
  const known = form.get('grant_type') === 'client_credentials' && form.get('resource') === resource;
  if (!known || !isRight(request.headers.authorization)) {
    response.writeHead(400).end();
    return;
  }
  const scope = form.get('scope') ?? '';
  const token = await new SignJWT({ client_id: machine.id, scope })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'bench' })
    .setIssuer('http://localhost/oidc')
    .setSubject(machine.id)
    .setAudience(resource)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ access_token: token, expires_in: 3600, token_type: 'Bearer', scope }));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
