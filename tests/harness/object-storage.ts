// Object storage on this machine, implemented from the protocols' documentation: S3 (signature version 4) and Azure
// Blob (Shared Key). Rejects invalid signatures.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

const keyId = 'AKIDEXAMPLE';
const secret = Buffer.from('storage secret').toString('base64');
const account = 'tessera';

const header = (request: IncomingMessage, name: string) => String(request.headers[name] ?? '');

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const isSignedForS3 = (request: IncomingMessage, body: Buffer): boolean => {
  const fields =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=(\w+)$/;
  const [, id, day = '', region = '', names = '', signature] = fields.exec(header(request, 'authorization')) ?? [];
  const contentHash = header(request, 'x-amz-content-sha256');
  const time = header(request, 'x-amz-date');
  const isFresh = /^\d{8}T\d{6}Z$/.test(time) && time.startsWith(day);
  const isWhole = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name));
  if (id !== keyId || !isFresh || !isWhole || contentHash !== sha256(body)) return false;
  const headers = names.split(';').map((name) => `${name}:${header(request, name).trim()}\n`);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
  const canonical = [request.method, pathname, searchParams, headers.join(''), names, contentHash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>((k, text) => hmac(k, text), hmac(`AWS4${secret}`, day));
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  return hmac(key, text).toString('hex') === signature;
};

/** https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key */
const isSignedForAzure = (request: IncomingMessage, body: Buffer): boolean => {
  const conditions = ['if-modified-since', 'if-match', 'if-none-match', 'if-unmodified-since', 'range'];
  const own = Object.keys(request.headers).filter((name) => name.startsWith('x-ms-'));
  const text = [
    request.method,
    header(request, 'content-encoding'),
    header(request, 'content-language'),
    body.length > 0 ? String(body.length) : '',
    header(request, 'content-md5'),
    header(request, 'content-type'),
    header(request, 'date'),
    ...conditions.map((name) => header(request, name)),
    ...own.sort().map((name) => `${name}:${header(request, name)}`),
    `/${account}${new URL(request.url ?? '', 'http://host').pathname}`,
  ].join('\n');
  const isBlob = request.method !== 'PUT' || header(request, 'x-ms-blob-type') === 'BlockBlob';
  const expected = `SharedKey ${account}:${hmac(Buffer.from(secret, 'base64'), text).toString('base64')}`;
  return isBlob && own.includes('x-ms-version') && header(request, 'authorization') === expected;
};

const answers = { s3: { put: 200, removed: 204 }, azure: { put: 201, removed: 202 } };

export const startObjectStorage = async (kind: 's3' | 'azure') => {
  const objects = new Map<string, Buffer>();
  const state = { failing: 0, refused: 0, reads: 0 };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? '';
    if (state.failing > 0) {
      state.failing -= 1;
      return void response.writeHead(503).end('SlowDown');
    }
    if (!(kind === 's3' ? isSignedForS3 : isSignedForAzure)(request, body)) {
      state.refused += 1;
      return void response.writeHead(403).end('SignatureDoesNotMatch');
    }
    const { put, removed } = answers[kind];
    if (request.method === 'PUT') {
      objects.set(path, body);
      return void response.writeHead(put).end();
    }
    const content = objects.get(path);
    if (!content) return void response.writeHead(404).end('NoSuchKey');
    if (request.method === 'DELETE') {
      objects.delete(path);
      return void response.writeHead(removed).end();
    }
    state.reads += 1;
    response.writeHead(200, { 'content-length': content.length }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = {
    s3: `s3://uploads/of/tessera?region=eu-central-1&endpoint=${origin}`,
    azure: `azure://${account}/uploads/of/tessera?endpoint=${origin}/${account}`,
  };
  return {
    /** Server settings that use it. */
    env: { ASSETS_STORAGE: urls[kind], ASSETS_STORAGE_KEY_ID: keyId, ASSETS_STORAGE_SECRET: secret },
    /** By path. */
    objects,
    state,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};
export type ObjectStorage = Awaited<ReturnType<typeof startObjectStorage>>;
