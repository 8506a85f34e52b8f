// Senders of email: `hello@example.com` or `Example <hello@example.com>`.
import { oneAddress } from '@tessera/contract/message-senders';

export type Sender = { name?: string; address: string };

export const parseSender = (text: string): Sender => {
  const [, name = '', address] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  if (address === undefined) return { address: text.trim() };
  return { ...(name && { name }), address: address.trim() };
};

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);
/** A name outside of ASCII is an encoded word, see RFC 2047. */
const quoted = (name: string) =>
  isAscii(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : `=?utf-8?B?${Buffer.from(name).toString('base64')}?=`;

export const formatSender = ({ name, address }: Sender): string => (name ? `${quoted(name)} <${address}>` : address);

/** Without what would make it more than a name. */
const plainName = (text: string) => text.replace(/[<>@",;]+/g, ' ').trim();

/** Values of a template become part of the name, never of the address. */
export const fillSender = (template: string, fill: (text: string) => string): string => {
  const nameOf = (text: string) => plainName(fill(text));
  if (!template.includes('@')) return nameOf(template);
  const { name, address } = parseSender(template);
  return name ? `${nameOf(name)} <${address}>` : address;
};

/** Exactly one address, also if it is a value of the template. */
export const fillReplyTo = (template: string, fill: (text: string) => string): string | undefined => {
  const { name, address } = parseSender(fill(template));
  if (!oneAddress.test(address)) return undefined;
  return name ? `${plainName(name)} <${address}>` : address;
};

/** A template may set the address and the name, or only the name. */
export const senderOf = (configured: Sender, sendFrom: string | undefined): Sender => {
  if (!sendFrom) return configured;
  return sendFrom.includes('@') ? parseSender(sendFrom) : { ...configured, name: sendFrom };
};
