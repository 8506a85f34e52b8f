// Common field types.
import * as z from 'zod/mini';
import { fitsCustomData } from './custom-data.ts';
import { emailPattern } from './email-pattern.ts';
import { matches, satisfies } from './field-issues.ts';
import { secret, writtenBy } from './field-rules.ts';
import { isWebUrl } from './web-url.ts';

export const text = (min: number, max: number) => z.string().check(z.minLength(min), z.maxLength(max));
export const id = text(1, 21);
/** Any text: an invalid ID gives the same error as an unknown one. */
export const recordId = z.string().check(z.maxLength(256));
export const password = writtenBy('both', secret(text(1, 1024), { readBy: 'nobody' }));
/** IDs for bulk assignment and removal. */
export const idList = z.array(text(1, 128)).check(z.maxLength(1000));
export const someIds = idList.check(z.minLength(1));
/** Epoch milliseconds, like every `…At` field on the wire. */
export const timestamp = z.number();
/** Of a certificate, as people compare them. */
export const fingerprints = z.object({ sha256: z.object({ formatted: z.string(), unformatted: z.string() }) });
export const jsonObject = z.record(z.string(), z.json());
export type JsonObject = z.output<typeof jsonObject>;
export const customData = jsonObject.check(satisfies(fitsCustomData, 'custom_data_size'));

export const phonePattern = /^\d+$/;
export const usernamePattern = /^[A-Z_a-z]\w*$/;
export const hexColorPattern = /^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/;

export const username = text(1, 128).check(matches(usernamePattern, 'username'));
/** Invisible characters would make two different addresses look the same. */
const hasInvisible = (value: string) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value);
export const email = writtenBy(
  'both',
  text(3, 128).check(
    matches(emailPattern, 'email'),
    satisfies((value) => !hasInvisible(value), 'invisible_characters'),
  ),
);
export const phone = writtenBy('both', text(1, 128).check(matches(phonePattern, 'phone')));
export const hexColor = z.string().check(matches(hexColorPattern, 'hex_color'));

/** Null or an empty string clears the value. */
export const emptyable = <T extends z.ZodMiniType>(field: T) => z.nullable(z.union([field, z.literal('')]));

/** An http or https URL. */
export const webUrl = text(1, 2048).check(satisfies(isWebUrl, 'web_url'));

export const pageQuery = {
  page: z.optional(z.coerce.number<number | string>().check(z.int(), z.minimum(1))),
  page_size: z.optional(z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(100))),
};

/** One keyword, searched in an entity's main fields. */
export const searched = { q: z.optional(z.string().check(z.maxLength(256))) };

/** `search`, `search.name`, `mode.name`, `joint` …: the server parses the search syntax key by key. */
const one = z.union([z.string(), z.array(z.string())]);
export const searchQuery = z.catchall(z.object({ ...pageQuery, search: z.optional(one) }), one);
