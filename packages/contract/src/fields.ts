// The small vocabulary of fields that entities are made of.
import * as z from 'zod/mini';
import { fitsCustomData } from './custom-data.ts';

export const text = (min: number, max: number) => z.string().check(z.minLength(min), z.maxLength(max));
export const id = text(1, 21);
/** Ids of things to be given or taken together. */
export const idList = z.array(text(1, 128)).check(z.maxLength(1000));
/** Epoch milliseconds, as every `…At` field on the wire. */
export const timestamp = z.number();
export const jsonObject = z.record(z.string(), z.json());
export type JsonObject = z.output<typeof jsonObject>;
export const customData = jsonObject.check(z.refine(fitsCustomData));

export const emailPattern = /^\S+@\S+\.\S+$/;
export const phonePattern = /^\d+$/;
export const usernamePattern = /^[A-Z_a-z]\w*$/;
export const hexColorPattern = /^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/;

export const username = text(1, 128).check(z.regex(usernamePattern));
/** Nobody sees these, so two addresses that differ by one look the same. */
const hasInvisible = (value: string) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value);
export const email = text(3, 128).check(
  z.regex(emailPattern),
  z.refine((value) => !hasInvisible(value)),
);
export const phone = text(1, 128).check(z.regex(phonePattern));
export const hexColor = z.string().check(z.regex(hexColorPattern));

/** Nothing, or an empty text, takes the value away. */
export const emptyable = <T extends z.ZodMiniType>(field: T) => z.nullable(z.union([field, z.literal('')]));

const parses = (value: string, accept: (url: URL) => boolean) => {
  const url = URL.parse(value);
  return url !== null && accept(url);
};
/** A link that a browser may open. */
export const webUrl = text(1, 2048).check(
  z.refine((value) => parses(value, ({ protocol }) => protocol === 'https:' || protocol === 'http:')),
);

export const pageQuery = {
  page: z.optional(z.coerce.number<number | string>().check(z.int(), z.minimum(1))),
  page_size: z.optional(z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(100))),
};

/** One keyword, looked for in the fields that people know an entity by. */
export const searched = { q: z.optional(z.string().check(z.maxLength(256))) };

/** `search`, `search.name`, `mode.name`, `joint` …: the search grammar is parsed by the server, key by key. */
const one = z.union([z.string(), z.array(z.string())]);
export const searchQuery = z.catchall(z.object({ ...pageQuery, search: z.optional(one) }), one);
