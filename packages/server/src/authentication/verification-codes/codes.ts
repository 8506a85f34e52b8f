// Verification codes: six digits, ten minutes, ten attempts, single use. A new one replaces earlier ones.
import type { MessagePayload } from '@tessera/connectors/connector';
import { email } from '@tessera/contract/fields';
import type { TemplateType } from '@tessera/contract/messages';
import { type SqlBool, sql } from 'kysely';
import { safeParse } from 'zod/v4/core';
import type { Context } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { invalidField, RequestError } from '../../infrastructure/http/request-error.ts';
import { random, sameSecret } from '../../random.ts';
import { canonicalIdentifier, canonicalPhone, normalizePhone } from '../../user-management/users/phone-number.ts';
import { countMessage } from '../messages/message-limit.ts';
import { limitAttempts } from '../sentinel/sentinel.ts';

export type Address = { type: 'email' | 'phone'; value: string };
/** Without an interaction a code belongs to its address only. */
export type CodeKey = { address: Address; type: TemplateType; interactionId?: string };

const lifetime = 10 * 60_000;
const tries = 10;

const keyOf = ({ value, type }: Address) => (type === 'email' ? value.toLowerCase() : canonicalPhone(value));

const belongsTo = ({ address, interactionId }: CodeKey) =>
  interactionId === undefined
    ? sql<SqlBool>`interaction_jti is null and ${sql.ref(address.type)} = ${keyOf(address)}`
    : sql<SqlBool>`interaction_jti = ${interactionId}`;

/** The sign-in pages accept any text as an identifier; a message needs a real address. */
const requireAddress = ({ type, value }: Address) => {
  const isReal = type === 'email' ? safeParse(email, value).success : normalizePhone(value) !== undefined;
  if (!isReal) throw invalidField(['identifier', 'value'], `rules.${type}`);
};

/** `linkOf`: the link with the code, if the message has one. */
export const sendCode = async (
  ctx: Context,
  key: CodeKey,
  payload: MessagePayload = {},
  linkOf?: (code: string) => string,
): Promise<void> => {
  const { type, interactionId } = key;
  const address = canonicalIdentifier(key.address);
  const channel = address.type === 'email' ? 'Email' : 'Sms';
  if (!(await ctx.services.messages.canSend(ctx.tenantId, channel))) throw new RequestError('connector.not_found');
  requireAddress(address);
  await countMessage(ctx, address.value);
  const code = random.code();
  // Committed before the message is sent, so that no transaction waits for a mail server.
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('passcodes')
      .where('type', '=', type)
      .where('consumed', '=', false)
      .where(belongsTo(key))
      .execute();
    await tx
      .insertInto('passcodes')
      .values({
        id: random.id(),
        interactionJti: interactionId ?? null,
        [address.type]: keyOf(address),
        type,
        code,
        createdAt: new Date(ctx.services.clock.now()),
      })
      .execute();
  });
  const filled = { ...payload, code, ...(linkOf && { link: linkOf(code) }) };
  await ctx.services.messages.send(ctx, { channel, to: address.value, type, payload: filled });
};

/** Consumes the code or throws the reason. Wrong attempts count even if the request is rolled back. */
const useCode = async (ctx: Context, key: CodeKey, code: string): Promise<void> => {
  const { address, type } = key;
  const found = await ctx.db
    .selectFrom('passcodes')
    .select(['id', 'email', 'phone', 'createdAt', 'tryCount'])
    .where('type', '=', type)
    .where('consumed', '=', false)
    .where(belongsTo(key))
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  if (!found) throw new RequestError('verification_code.not_found');
  if (found[address.type] !== keyOf(address)) {
    throw new RequestError(`verification_code.${address.type}_mismatch`);
  }
  if (found.createdAt + lifetime <= ctx.services.clock.now()) throw new RequestError('verification_code.expired');
  const tried = await consume.tryOfCode(ctx.db, found.id, tries);
  if (!tried) throw new RequestError('verification_code.exceed_max_try');
  if (!sameSecret(tried.code, code)) throw new RequestError('verification_code.code_mismatch');
  if (!(await consume.code(ctx.db, found.id))) throw new RequestError('verification_code.not_found');
};

/** A code typed by a user, under the lockout of its address. */
export const tryCode = (ctx: Context, key: CodeKey, code: string): Promise<void> => {
  const target = { identifier: key.address.value };
  return limitAttempts(ctx, { action: 'VerificationCode', target }, () => useCode(ctx, key, code));
};

/** A code as a second factor, under the lockout of the account's factors. */
export const tryFactorCode = (ctx: Context, userId: string, key: CodeKey, code: string): Promise<void> =>
  limitAttempts(ctx, { action: 'MfaVerificationCode', target: { userId } }, () => useCode(ctx, key, code));
