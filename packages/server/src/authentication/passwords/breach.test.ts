// The breach check with a fake service on loopback.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createOutbound } from '../../infrastructure/outbound/outbound.ts';
import { isBreached } from './breach.ts';

const outbound = createOutbound({ allowPrivate: ['127.0.0.1'] });
const digestOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const other = '0018A45C4D1DEF81644B54AB7F969B88D65';

let server: Server | undefined;
const checkAgainst = async (listener: RequestListener) => {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return checkAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
};
const checkAt = (passwordBreachEndpoint: string) => (password: string) =>
  isBreached({ outbound, settings: { passwordBreachEndpoint } }, password);
const answering = (body: string, status = 200) => checkAgainst((_, response) => response.writeHead(status).end(body));

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

it('finds a known password, disclosing five characters of its hash', async () => {
  const seen: IncomingMessage[] = [];
  const digest = digestOf('password');
  const check = await checkAgainst((request, response) => {
    seen.push(request);
    response.end(`${other}:2\r\n${digest.slice(5)}:9659365\r\n`);
  });
  expect(await check('password')).toBe('yes');
  expect(seen.map(({ url }) => url)).toEqual(['/range/5BAA6']);
  expect(seen[0]?.headers['add-padding']).toBe('true');
  expect(JSON.stringify(seen[0]?.rawHeaders)).not.toContain(digest.slice(5));
});

it('clears a password that is not on the list', async () => {
  expect(await (await answering(`${other}:2\r\n`))('password')).toBe('no');
});

it('treats an entry with count 0 as padding', async () => {
  expect(await (await answering(`${digestOf('password').slice(5)}:0\r\n${other}:1`))('password')).toBe('no');
});

it('accepts lower case and plain line ends', async () => {
  const check = await answering(`${other}:2\n${digestOf('pässwörd').slice(5).toLowerCase()}:1`);
  expect(await check('pässwörd')).toBe('yes');
});

it.each([
  ['an error', '', 503],
  ['a redirect', '', 302],
  ['an empty answer', '', 200],
  ['some other page', '<html>Welcome to the hotel</html>', 200],
  ['too much', `${other}:1\n`.repeat(40_000), 200],
])('returns unknown after %s', async (_, body, status) => {
  expect(await (await answering(body, status))('password')).toBe('unknown');
});

it('returns unknown when the service is away', async () => {
  expect(await checkAt('http://127.0.0.1:1')('password')).toBe('unknown');
  expect(await checkAt('http://10.0.0.1')('password')).toBe('unknown');
});

it('returns unknown when the service does not respond', async () => {
  const check = await checkAgainst(() => {});
  expect(await check('password')).toBe('unknown');
});
