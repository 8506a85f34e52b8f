// The HTTP layer: typed callers of the Management API, the me API and the cloud API, made from the contract's type.
import { queryOptions } from '@tanstack/react-query';
import type { Api as Contract } from '@tessera/contract/api';
import type { Access, Answer, Method, Operation, Sent } from '@tessera/contract/kit';
import ky from 'ky';
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
/** The version of what has one comes with it, and goes back with a change that is meant for this version alone. */
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
/** Lets the caller give up on an answer, wait longer than usual, or send in another way. */
type Options = {
  signal?: AbortSignal;
  timeout?: number;
  fetch?: (target: string | URL | Request) => Promise<Response>;
};
type Place = { prefix: string; audience: Audience };

export type Api = ReturnType<typeof createApi>;

const patience = 20_000;

const searchOf = (query: Query) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  );

/** A file travels as it is, a body with a file in it as a form, everything else as JSON. */
function contentOf(body: unknown): { json?: unknown; body?: FormData | Blob } {
  if (body === undefined) return {};
  if (body instanceof Blob) return { body };
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  if (!fields.some(([, value]) => value instanceof Blob)) return { json: body };
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : String(value));
  return { body: form };
}

/** Other answers have tags as well, for the browser's cache. */
const isVersion = /^(W\/)?"v-/;
const withVersion = (answer: unknown, etag: string | null): unknown =>
  etag !== null && isVersion.test(etag) && typeof answer === 'object' ? { ...answer, etag } : answer;

function createCaller<A extends Access>(access: A, place: Place, session: Session, language: () => string) {
  async function send(method: Method, path: string, input: Loose = {}, options: Options = {}): Promise<Response> {
    const { params = {}, query, body, etag } = input;
    const { signal, timeout = patience, fetch = reach } = options;
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const response = await ky(place.prefix + filled, {
      method,
      fetch,
      timeout: false,
      signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
      retry: 0,
      throwHttpErrors: false,
      headers: {
        Authorization: `Bearer ${await session.accessToken(place.audience)}`,
        'Accept-Language': language(),
        ...(etag !== undefined && { 'If-Match': etag }),
      },
      ...(query && { searchParams: searchOf(query) }),
      ...contentOf(body),
    });
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
      // Some creations are answered with a status alone.
      const text = await response.text();
      const answer: unknown = text === '' ? undefined : JSON.parse(text);
      return withVersion(answer, response.headers.get('ETag')) as Got<A, M, P>;
    };

  /** One page of a list; how many there are in all stands in a header. */
  const list = async <P extends At<A, 'GET'>['path']>(path: P, ...[input]: Args<At<A, 'GET', P>>) => {
    const response = await send('GET', path, input as Loose | undefined);
    const total = Number(response.headers.get('Total-Number') ?? Number.NaN);
    if (!Number.isInteger(total)) throw new TypeError('missing total number');
    return { items: await response.json(), total } as Items<Answer<At<A, 'GET', P>>>;
  };

  type Upload = Extract<At<A, 'POST'>, { upload: readonly string[] }>;
  /** A file of any size; its type says what it is. */
  const upload = async <P extends Upload['path']>(
    path: P,
    file: Blob,
    query: Query,
    options: Options,
  ): Promise<Answer<Extract<Upload, { path: P }>>> => {
    const response = await send('POST', path, { query, body: file }, options);
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
        queryFn: () => list(path, ...args),
        meta: { panel: true },
      }),
  };
}

/** The organization of a tenant's members, in the admin tenant. */
export const organizationOf = (tenantId: string) => `t-${tenantId}`;

export function createApi(settings: Settings, session: Session, language: () => string) {
  const { edition, wire, origin, adminEndpoint, tenantEndpoint, tenantId } = settings;
  const management: Place =
    edition === 'oss'
      ? { prefix: `${tenantEndpoint}/api`, audience: { resource: wire.managementResource(tenantId) } }
      : { prefix: `${origin}/m/${tenantId}/api`, audience: { organizationId: organizationOf(tenantId) } };
  const me: Place = { prefix: `${adminEndpoint}/me`, audience: { resource: wire.meResource } };
  const cloud: Place = { prefix: `${origin}/api`, audience: { resource: wire.cloudResource } };
  const organization: Place = { prefix: `${origin}/api`, audience: { organizationId: organizationOf(tenantId) } };
  return {
    management: createCaller('management', management, session, language),
    me: createCaller('me', me, session, language),
    cloud: createCaller('cloud', cloud, session, language),
    organization: createCaller('organization', organization, session, language),
  };
}
