// Limits messages per recipient, across all operations that send them.
import type { Context } from '../../context.ts';
import { normalizePhone } from '../../user-management/users/phone-number.ts';

/** Normalizes spellings of one mailbox or phone; plus addressing is ignored. */
const recipientOf = (to: string) => normalizePhone(to) ?? to.toLowerCase().replace(/\+[^@]*(?=@)/, '');

/** Called before anything is written for the message. */
export const countMessage = ({ services, tenantId }: Context, to: string): Promise<void> =>
  services.messageLimit.spend(`${tenantId}/${recipientOf(to)}`);
