// Versions of what people edit: a tag of what the reading operation answers. Who saves may name the version they know,
// and is refused when it is no longer the one that is stored.
import { hash } from 'node:crypto';
import type { Operation } from '@tessera/contract/kit';
import type { Transaction } from '../database/tenant-database.ts';
import type { Context } from './context.ts';
import { type Encode, encoderOf } from './encode.ts';
import { RequestError } from './request-error.ts';
import type { Handler, Served } from './serve.ts';

/** Tells versions from the tags that other answers have. */
const mark = 'v-';
const digest = (text: string) => hash('sha256', text, 'base64url');
const pickedFrom = (answer: string, fields: readonly string[]) => {
  const parts = JSON.parse(answer) as Record<string, unknown>;
  return JSON.stringify(fields.map((field) => parts[field]));
};

/**
 * Where named fields make the version, the rest of the answer follows behind a dot: a browser keeps an answer by the
 * whole tag, so what it has kept is never older than it thinks.
 */
export const versionOf = (answer: string, versioned: true | readonly string[]) =>
  versioned === true
    ? `"${mark}${digest(answer)}"`
    : `"${mark}${digest(pickedFrom(answer, versioned))}.${digest(answer)}"`;

const withoutRest = (tag: string) => tag.replace(/\.[\w-]+"$/, '"');
/** Proxies that compress answers make tags weak; what they stand for stays the same. */
const tagsIn = (header: string) => header.split(',').map((tag) => withoutRest(tag.trim().replace(/^W\//, '')));

/** How the version at the address of an operation is read. */
export type VersionReader = { handler: Handler; encode: Encode; versioned: true | readonly string[] };

/** Undefined where nothing has a version, and for reading itself: its answer is at hand. */
export const versionReaderOf = ({ resource, handlers }: Served, operation: Operation): VersionReader | undefined => {
  if (operation.method !== 'PATCH' && operation.method !== 'PUT') return undefined;
  const [name, reading] =
    Object.entries(resource.operations).find(
      ([, { method, path, versioned }]) => method === 'GET' && versioned && path === operation.path,
    ) ?? [];
  if (!name || !reading?.versioned) return undefined;
  return { handler: handlers[name] as Handler, encode: encoderOf(resource, reading), versioned: reading.versioned };
};

/** Reads in the transaction of the change, so that it sees what is locked there, and what has been written. */
export const readVersion = async (
  { handler, encode, versioned }: VersionReader,
  context: Context,
  transaction: Transaction,
  params: unknown,
): Promise<string> => {
  const inside: Context = Object.assign(Object.create(context), { db: transaction, answer: { headers: {} } });
  return versionOf(encode(await handler(inside, { params, query: {} })), versioned);
};

export const refuseOutdated = (known: string | undefined, current: string) => {
  if (known === undefined || known.trim() === '*' || tagsIn(known).includes(withoutRest(current))) return;
  throw new RequestError('entity.changed_meanwhile');
};
