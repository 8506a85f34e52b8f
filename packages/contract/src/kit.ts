// The contract kit: an operation is described once, and the route, validation, typed client, documents and generated
// tests are derived from it. No I/O here; the browser imports only the types.
import type { $ZodType, input, output } from 'zod/v4/core';
import type { QuotaKey } from './plans.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call an operation, which also determines its location:
 * `public` anyone, below a tenant's `/api` · `management` Management API token, below a tenant's `/api` ·
 * `interaction` the browser that holds the sign-in interaction, below a tenant's `/api` ·
 * `account` a user's own opaque token, below a tenant's `/api` ·
 * `scim` a token of the enterprise SSO connector in the path, below a tenant's `/api` ·
 * `me` a console user's own token, below the admin tenant's `/me` ·
 * `cloud` a console user's cloud token, `organization` their token for the organization of the tenant in the path,
 * `cloudPublic` anyone, all below the cloud console's `/api`.
 */
export type Access =
  | 'public'
  | 'management'
  | 'interaction'
  | 'account'
  | 'scim'
  | 'me'
  | 'cloud'
  | 'organization'
  | 'cloudPublic';

/**
 * `attempts` calls per minute and IP address, counted before the operation does anything else ·
 * `messages` messages per recipient in ten minutes · `hashes`, `searches` the tenant's share of the capacity for hashing
 * passwords and for searching · `keys` the same for making key pairs · `uploads` bytes of files stored for a tenant.
 */
export type Limit = 'attempts' | 'messages' | 'hashes' | 'searches' | 'keys' | 'uploads';

type Shape = {
  query?: $ZodType;
  body?: $ZodType;
  response?: $ZodType;
  status?: number;
  /** `always`: page and page_size have defaults. `optional`: everything is returned if neither is sent. */
  paged?: 'always' | 'optional';
  /** The plan limit that a creation counts against. */
  quota?: QuotaKey;
  /** Limits of an expensive operation. */
  limits?: readonly Limit[];
  /**
   * The entity has a version, sent as `ETag`. A PATCH or PUT at the same path returns the new one, and with `If-Match`
   * it is refused unless the named version is current. If some fields change by themselves, the list names the fields
   * that make up the version, such as `name` or `settings.color`.
   */
  versioned?: true | readonly string[];
  /** The response may be a few seconds old, so a database replica can provide it. */
  mayLag?: true;
  /** A POST that only reads, since its input doesn't fit into a URL: tenant members who may read can call it. */
  onlyReads?: true;
  /** Additional permission required from tenant members. */
  needs?: 'manage:tenant' | 'write:data' | 'delete:data';
  /**
   * A setup link may call it, for the enterprise SSO connector in this path parameter. It sends only these fields of the
   * body.
   */
  setupLink?: { connector?: 'id' | 'ssoConnectorId'; fields?: readonly string[] };
  /** Account API: third-party applications may call it too, for scopes the user has consented to. */
  thirdParty?: true;
  /** The response may contain secret values for callers with access. Elsewhere they are masked. */
  reveals?: true;
  /** The body is a form with files. */
  multipart?: true;
  /** The body is a file of one of these types and of any size, which the handler streams. */
  upload?: readonly string[];
  /** The response is a streamed file. */
  download?: true;
};
/** Every write names its change for the change records, or `none` if nothing changes. */
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
type RequestInput<P, Q, B> = { params: { [K in Names<P>]: string }; query: Q; body: B };
// Distributive: a union of bodies without a common field is not empty.
type Empty<V> = V extends unknown ? ([keyof V] extends [never] ? true : false) : never;
type Taken<T> = {
  [K in keyof T as [T[K]] extends [undefined] ? never : [Empty<T[K]>] extends [true] ? never : K]: T[K];
};
type Optional<T, K extends keyof T> = Record<string, never> extends T[K] ? K : Partial<T[K]> extends T[K] ? K : never;
type Eased<T> = { [K in keyof T as K extends Optional<T, K> ? never : K]: T[K] } & {
  [K in keyof T as K extends Optional<T, K> ? K : never]?: T[K];
};

/** The parsed input of a handler. */
export type Received<O extends Operation> = Taken<RequestInput<O['path'], Out<O['query']>, Out<O['body']>>>;
/** The input of a caller. */
export type Sent<O extends Operation> = Eased<Taken<RequestInput<O['path'], In<O['query']>, In<O['body']>>>>;
/** A streamed file. */
export type Download = { type: string; fileName: string; content: AsyncIterable<string> };

/** The result of a handler. */
export type Returned<O extends Operation> = O['response'] extends $ZodType
  ? output<O['response']>
  : O['download'] extends true
    ? Download
    : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a response may return nothing
      void;
/** The response of a caller, as on the wire. */
export type Answer<O extends Operation> = In<O['response']>;

/** The path prefix for each access type, below the base URL of a tenant or the console. */
export const prefixOf: Record<Access, '/api' | '/me'> = {
  public: '/api',
  management: '/api',
  interaction: '/api',
  account: '/api',
  scim: '/api',
  me: '/me',
  cloud: '/api',
  organization: '/api',
  cloudPublic: '/api',
};
