// The contract kit: an operation is described once, and the route, its checks, the typed client, the documents and
// the generated tests all come from that description. No I/O here; the browser imports only the types.
import type { $ZodType, input, output } from 'zod/v4/core';
import type { QuotaKey } from './plans.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call, and thereby where the operation lives:
 * `public` anyone, below a tenant's `/api` · `management` Management API token, below a tenant's `/api` ·
 * `interaction` the browser that holds the sign-in interaction, below a tenant's `/api` ·
 * `account` a person's own opaque token, below a tenant's `/api` ·
 * `me` a console user's own token, below the admin tenant's `/me` ·
 * `cloud` a console user's cloud token, `organization` their token for the organization of the tenant in the path,
 * `cloudPublic` anyone, all below the cloud console's `/api`.
 */
export type Access =
  | 'public'
  | 'management'
  | 'interaction'
  | 'account'
  | 'me'
  | 'cloud'
  | 'organization'
  | 'cloudPublic';

type Shape = {
  query?: $ZodType;
  body?: $ZodType;
  response?: $ZodType;
  status?: number;
  /** `always`: page and page_size have defaults. `optional`: everything is returned when neither is sent. */
  paged?: 'always' | 'optional';
  /** The limit of the tenant's plan that a creation counts against. */
  quota?: QuotaKey;
  /** Costly, or worth guessing: one network address may call such operations only so often. */
  limited?: true;
  /**
   * What is read here has a version, sent as `ETag`. A PATCH or PUT at the same address answers the new one, and with
   * `If-Match` it is refused unless the version is still the one named. Where only some fields are edited there, and
   * others change by themselves, those that make the version are named.
   */
  versioned?: true | readonly string[];
  /** What a member of a tenant must be allowed besides, to call this as such. */
  needs?: 'manage:tenant';
  /** The body is a form with files. */
  multipart?: true;
  /** The body is a file of one of these types and of any size: the handler reads it as it arrives. */
  upload?: readonly string[];
  /** The answer is a file, sent while it is being made. */
  download?: true;
};
/** Everything that can write says what its change is called in the change records, or `none` where nothing changes. */
type Writing = Shape & { change: string };

export type Operation<M extends Method = Method, P extends string = string, S extends Shape = Shape> = {
  method: M;
  path: P;
  change?: string;
} & S;
export type Operations = Record<string, Operation>;
export type Resource = { name: string; access: Access; operations: Operations };

const reading =
  <M extends Method>(method: M) =>
  <const P extends string, const S extends Shape>(path: P, shape: S): Operation<M, P, S> => ({
    method,
    path,
    ...shape,
  });
const writing =
  <M extends Method>(method: M) =>
  <const P extends string, const S extends Writing>(path: P, shape: S): Operation<M, P, S> => ({
    method,
    path,
    ...shape,
  });

export const get = reading('GET');
export const post = writing('POST');
export const put = writing('PUT');
export const patch = writing('PATCH');
export const del = writing('DELETE');

export const resource = <const N extends string, const A extends Access, const O extends Operations>(
  name: N,
  access: A,
  operations: O,
) => ({ name, access, operations });

type Names<P> = P extends `${string}:${infer N}/${infer R}`
  ? N | Names<`/${R}`>
  : P extends `${string}:${infer N}`
    ? N
    : never;
type Out<T> = T extends $ZodType ? output<T> : undefined;
type In<T> = T extends $ZodType ? input<T> : undefined;
type Parts<P, Q, B> = { params: { [K in Names<P>]: string }; query: Q; body: B };
// Asked of each member: a union of bodies without a common field is not empty.
type Empty<V> = V extends unknown ? ([keyof V] extends [never] ? true : false) : never;
type Taken<T> = {
  [K in keyof T as [T[K]] extends [undefined] ? never : [Empty<T[K]>] extends [true] ? never : K]: T[K];
};
type Optional<T, K extends keyof T> = Record<string, never> extends T[K] ? K : Partial<T[K]> extends T[K] ? K : never;
type Eased<T> = { [K in keyof T as K extends Optional<T, K> ? never : K]: T[K] } & {
  [K in keyof T as K extends Optional<T, K> ? K : never]?: T[K];
};

/** What a handler receives: parsed. */
export type Received<O extends Operation> = Taken<Parts<O['path'], Out<O['query']>, Out<O['body']>>>;
/** What a caller sends. */
export type Sent<O extends Operation> = Eased<Taken<Parts<O['path'], In<O['query']>, In<O['body']>>>>;
/** A file on its way to the caller. */
export type Download = { type: string; fileName: string; content: AsyncIterable<string> };

/** What a handler returns. */
export type Returned<O extends Operation> = O['response'] extends $ZodType
  ? output<O['response']>
  : O['download'] extends true
    ? Download
    : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer may simply end.
      void;
/** What a caller gets, as on the wire. */
export type Answer<O extends Operation> = In<O['response']>;

/** Where the operations of each kind of access hang below the base address of a tenant, or of the console. */
export const prefixOf: Record<Access, '/api' | '/me'> = {
  public: '/api',
  management: '/api',
  interaction: '/api',
  account: '/api',
  me: '/me',
  cloud: '/api',
  organization: '/api',
  cloudPublic: '/api',
};
