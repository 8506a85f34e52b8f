// A code only verifies the record it was sent for and its address. Used by the sign-in pages and the account API.
import type { TemplateType } from '@tessera/contract/messages';
import type { Context } from '../../context.ts';
import type { RequestError } from '../../infrastructure/http/request-error.ts';
import { type Address, tryCode } from './codes.ts';

export const sameAddress = (one: Address, other: Address): boolean =>
  one.type === other.type && one.value.toLowerCase() === other.value.toLowerCase();

type Answer = {
  record: { identifier: Address; templateType: TemplateType };
  /** The address the caller says the code was sent to. */
  identifier: Address;
  code: string;
  interactionId: string;
  /** The error for an address that differs from the record's. */
  mismatch: () => RequestError;
};

export const useRecordCode = async (ctx: Context, { record, identifier, code, ...more }: Answer): Promise<void> => {
  if (!sameAddress(record.identifier, identifier)) throw more.mismatch();
  const key = { address: record.identifier, type: record.templateType, interactionId: more.interactionId };
  await tryCode(ctx, key, code);
};
