// Versions of editable entities: an ETag of the read operation's response. A save may name the version it knows, and is
// rejected if that is no longer current.
import { hash } from 'node:crypto';
import type { Operation } from '@tessera/contract/kit';
import type { Transaction } from '../database/tenant-database.ts';
import type { RequestContext } from './context.ts';
import { type Encode, type Encoded, encoderOf } from './encode.ts';
import { RequestError } from './request-error.ts';
import type { Handler, Served } from './served.ts';

/** Distinguishes versions from other ETags. */
const mark = 'v-';
const digest = (text: string) => hash('sha256', text, 'base64url');
const pickedFrom = (answer: string, fields: readonly string[]) => {
  const parts: unknown = JSON.parse(answer);
  const part = (whole: unknown, name: string) => (whole as Record<string, unknown> | null | undefined)?.[name];
  return JSON.stringify(fields.map((field) => field.split('.').reduce(part, parts)));
};

/**
 * If named fields make up the version, a digest of the whole response follows after a dot: browsers compare the whole
 * tag, so cached responses are never outdated. Secrets are not part of the version: it is the same for all callers, and
 * its hash would let those who get the mask guess them.
 */
export const versionOf = ({ masked, text }: Encoded, versioned: true | readonly string[]) => {
  if (versioned !== true) return `"${mark}${digest(pickedFrom(masked, versioned))}.${digest(text)}"`;
  return text === masked ? `"${mark}${digest(masked)}"` : `"${mark}${digest(masked)}.${digest(text)}"`;
};

const withoutRest = (tag: string) => tag.replace(/\.[\w-]+"$/, '"');
/** Compressing proxies make ETags weak, which does not change their meaning. */
const tagsIn = (header: string) => header.split(',').map((tag) => withoutRest(tag.trim().replace(/^W\//, '')));

/** How the version at an operation's path is read. */
export type VersionReader = { handler: Handler; encode: Encode; versioned: true | readonly string[] };

/** Undefined for unversioned entities, and for reads, which have the response already. */
export const versionReaderOf = ({ resource, handlers }: Served, operation: Operation): VersionReader | undefined => {
  if (operation.method !== 'PATCH' && operation.method !== 'PUT') return undefined;
  const [name, reading] =
    Object.entries(resource.operations).find(
      ([, { method, path, versioned }]) => method === 'GET' && versioned && path === operation.path,
    ) ?? [];
  if (!name || !reading?.versioned) return undefined;
  return { handler: handlers[name] as Handler, encode: encoderOf(resource, reading), versioned: reading.versioned };
};

/** Reads in the transaction of the change, so that it sees locked and written rows. */
export const readVersion = async (
  { handler, encode, versioned }: VersionReader,
  context: RequestContext,
  transaction: Transaction,
  params: unknown,
): Promise<string> => {
  const inside: RequestContext = Object.assign(Object.create(context), { db: transaction, answer: { headers: {} } });
  return versionOf(encode(await handler(inside, { params, query: {} }), context.readsSecrets), versioned);
};

export const refuseOutdated = (known: string | undefined, current: string) => {
  if (known === undefined || known.trim() === '*' || tagsIn(known).includes(withoutRest(current))) return;
  throw new RequestError('entity.changed_meanwhile');
};
