// HTTP client: typed callers for the Management, Me and Cloud APIs, derived from the contract.
import { queryOptions } from '@tanstack/react-query';
import type { Api as Contract } from '@tessera/contract/api';
import type { Access, Answer, Method, Operation, Sent } from '@tessera/contract/kit';
import { problemOf, reach } from './problem.ts';
import type { Audience, Session } from './session.ts';
import type { Settings } from './settings.ts';

type Operations<A extends Access> = {
  [R in keyof Contract]: Contract[R] extends { access: A }
    ? Contract[R]['operations'][keyof Contract[R]['operations']]
    : never;
}[keyof Contract];
type At<A extends Access, M extends Method, P = string> = Extract<Operations<A>, { method: M; path: P }>;
type Args<O extends Operation> = Partial<Sent<O>> extends Sent<O> ? [input?: Sent<O>] : [input: Sent<O>];
/** A versioned entity with its ETag, which a conditional update sends back. */
export type Versioned<T> = T & { etag: string };
type IsVersioned<A extends Access, P extends string> = [
  Extract<At<A, 'GET', P>, { versioned: true | readonly string[] }>,
] extends [never]
  ? false
  : true;
type Got<A extends Access, M extends Method, P extends string> =
  IsVersioned<A, P> extends true ? Versioned<Answer<At<A, M, P>>> : Answer<At<A, M, P>>;
type Given<A extends Access, M extends Method, P extends string> = [M, IsVersioned<A, P>] extends [
  'PATCH' | 'PUT',
  true,
]
  ? [input: Sent<At<A, M, P>> & { etag?: string }]
  : Args<At<A, M, P>>;
type Items<T> = T extends readonly (infer Item)[] ? { items: Item[]; total: number } : never;
type Query = Record<string, string | number | readonly string[] | undefined>;
type Loose = { params?: Record<string, string>; query?: Query; body?: unknown; etag?: string };
/** Per-request options: abort, timeout, unmasked secrets. */
type Options = {
  /** Return secrets unmasked. */
  reveal?: boolean;
  signal?: AbortSignal;
  timeout?: number;
  fetch?: (request: Request) => Promise<Response>;
};
type Endpoint = { prefix: string; audience: Audience };

export type Api = ReturnType<typeof createApi>;

const patience = 20_000;

const searchOf = (query: Query) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  );

/** Files are sent as they are, bodies that contain a file as a form, everything else as JSON. */
function contentOf(body: unknown): { body: BodyInit | null; type?: string } {
  if (body === undefined) return { body: null };
  if (body instanceof Blob) return { body };
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  if (!fields.some(([, value]) => value instanceof Blob)) {
    return { body: JSON.stringify(body), type: 'application/json' };
  }
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : String(value));
  return { body: form };
}

/** Queries of a dialog end with it: what they ask about may be deleted next. Others serve later pages, too. */
const endOf = (context: { meta?: Record<string, unknown> | undefined; signal: AbortSignal }): Options =>
  context.meta?.endsWithDialog ? { signal: context.signal } : {};

/** Other responses also have ETags, for the browser cache only. */
const isVersion = /^(W\/)?"v-/;
const withVersion = (answer: unknown, etag: string | null): unknown =>
  etag !== null && isVersion.test(etag) && typeof answer === 'object' ? { ...answer, etag } : answer;

/** The source of access tokens: the session, or a setup link, which is one itself. */
type TokenSource = Pick<Session, 'accessToken'>;

function createCaller<A extends Access>(access: A, endpoint: Endpoint, session: TokenSource, language: () => string) {
  async function ask(method: Method, path: string, input: Loose = {}, options: Options = {}): Promise<Response> {
    const { params = {}, query, etag } = input;
    const { body, type } = contentOf(input.body);
    const { signal, timeout = patience, fetch = reach, reveal = false } = options;
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const authorization = `Bearer ${await session.accessToken(endpoint.audience)}`;
    const request = new Request(`${endpoint.prefix}${filled}${query ? `?${searchOf(query)}` : ''}`, {
      method,
      signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
      headers: {
        Authorization: authorization,
        'Accept-Language': language(),
        ...(!reveal && { Prefer: 'secrets=masked' }),
        ...(etag !== undefined && { 'If-Match': etag }),
        ...(type && { 'Content-Type': type }),
      },
      body,
    });
    return fetch(request);
  }

  async function send(...request: Parameters<typeof ask>): Promise<Response> {
    const response = await ask(...request);
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  const call =
    <M extends Method>(method: M) =>
    async <P extends At<A, M>['path']>(
      path: P,
      ...[input, options]: [...Given<A, M, P>, options?: Options]
    ): Promise<Got<A, M, P>> => {
      const response = await send(method, path, input as Loose | undefined, options as Options | undefined);
      // Some create operations return no body.
      const text = await response.text();
      const answer: unknown = text === '' ? undefined : JSON.parse(text);
      return withVersion(answer, response.headers.get('ETag')) as Got<A, M, P>;
    };

  /** One page of a list; the total comes in a header. */
  const list = async <P extends At<A, 'GET'>['path']>(path: P, [input]: Args<At<A, 'GET', P>>, options: Options) => {
    const response = await send('GET', path, input as Loose | undefined, options);
    const total = Number(response.headers.get('Total-Number') ?? Number.NaN);
    if (!Number.isInteger(total)) throw new TypeError('missing total number');
    return { items: await response.json(), total } as Items<Answer<At<A, 'GET', P>>>;
  };

  type Upload = Extract<At<A, 'PUT'>, { upload: readonly string[] }>;
  /** Uploads a file, or a part of one, with its media type. */
  const upload = async <P extends Upload['path']>(
    path: P,
    file: Blob,
    input: Sent<Extract<Upload, { path: P }>>,
    options: Options,
  ): Promise<Answer<Extract<Upload, { path: P }>>> => {
    const response = await send('PUT', path, { ...(input as Loose), body: file }, options);
    return (await response.json()) as Answer<Extract<Upload, { path: P }>>;
  };

  type Download = Extract<At<A, 'GET'>, { download: true }>;
  const download = async <P extends Download['path']>(
    path: P,
    ...[input, options]: [...Args<Extract<Download, { path: P }>>, options?: Options]
  ): Promise<Blob> => (await send('GET', path, input as Loose | undefined, options as Options | undefined)).blob();

  const get = call('GET');
  return {
    get,
    /** Calls any operation by path and returns the raw response, for the untyped API reference. */
    explore: (method: Method, path: string, input: Loose) => ask(method, path, input),
    upload,
    download,
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    del: call('DELETE'),
    query: <P extends At<A, 'GET'>['path']>(path: P, ...args: Args<At<A, 'GET', P>>) =>
      queryOptions({ queryKey: [access, path, ...args] as const, queryFn: () => get(path, ...args) }),
    listQuery: <P extends At<A, 'GET'>['path']>(path: P, ...args: Args<At<A, 'GET', P>>) =>
      queryOptions({
        queryKey: [access, path, 'list', ...args] as const,
        queryFn: (context) => list(path, args, endOf(context)),
        meta: { panel: true },
      }),
  };
}

/** The organization in the admin tenant that holds a tenant's members. */
export const organizationOf = (tenantId: string) => `t-${tenantId}`;

export function createApi(settings: Settings, session: TokenSource, language: () => string) {
  const { capabilities, wire, origin, adminEndpoint, tenantEndpoint, tenantId } = settings;
  const management: Endpoint = capabilities.hasManyTenants
    ? { prefix: `${origin}/m/${tenantId}/api`, audience: { organizationId: organizationOf(tenantId) } }
    : { prefix: `${tenantEndpoint}/api`, audience: { resource: wire.managementResource(tenantId) } };
  const me: Endpoint = { prefix: `${adminEndpoint}/me`, audience: { resource: wire.meResource } };
  const cloud: Endpoint = { prefix: `${origin}/api`, audience: { resource: wire.cloudResource } };
  const organization: Endpoint = { prefix: `${origin}/api`, audience: { organizationId: organizationOf(tenantId) } };
  return {
    management: createCaller('management', management, session, language),
    me: createCaller('me', me, session, language),
    cloud: createCaller('cloud', cloud, session, language),
    organization: createCaller('organization', organization, session, language),
  };
}
