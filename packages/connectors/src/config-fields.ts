// Fields that several connectors' configurations have.
import { type BrokenRule, matches } from '@tessera/contract/field-issues';
import { oneAddress } from '@tessera/contract/message-senders';
import * as z from 'zod/mini';

/** Printable ASCII without spaces: keys, tokens and IDs, which are sent in headers and URLs. */
export const credential = z.string().check(z.minLength(1), z.maxLength(512), matches(/^[\x21-\x7e]*$/, 'credential'));
/** A name on one line. */
export const name = z.string().check(z.minLength(1), z.maxLength(256), matches(/^[^\r\n]*$/, 'one_line'));
export const webUrl = z.url({ protocol: /^https?$/, error: 'web_url' satisfies BrokenRule });
/** An email address without a name. */
export const address = z.string().check(z.maxLength(320), matches(oneAddress, 'email'));
/** An email address, with or without a name. */
export const sender = z
  .string()
  .check(z.maxLength(320), matches(/^[^\s<>@]+@[^\s<>@]+$|^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>\s*$/, 'email'));
