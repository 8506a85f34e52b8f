// Codes sent to an address: six digits, ten minutes, ten tries, used once. A new one replaces those before it.
import type { MessagePayload } from '@tessera/connectors/connector';
import type { TemplateType } from '@tessera/contract/messages';
import { type SqlBool, sql } from 'kysely';
import { consume } from '../database/consume.ts';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { random, sameSecret } from '../random.ts';

export type Address = { type: 'email' | 'phone'; value: string };
/** Without an interaction a code belongs to its address alone. */
export type CodeKey = { address: Address; type: TemplateType; interactionId?: string };

const lifetime = 10 * 60_000;
const tries = 10;

const keyOf = ({ value, type }: Address) => (type === 'email' ? value.toLowerCase() : value);

/** One mailbox has many spellings; what follows a plus sign is its owner's. */
const recipientOf = (address: Address) => keyOf(address).replace(/\+[^@]*(?=@)/, '');

const belongsTo = ({ address, interactionId }: CodeKey) =>
  interactionId === undefined
    ? sql<SqlBool>`interaction_jti is null and ${sql.ref(address.type)} = ${keyOf(address)}`
    : sql<SqlBool>`interaction_jti = ${interactionId}`;

export const sendCode = async (ctx: Context, key: CodeKey, payload: MessagePayload = {}): Promise<void> => {
  const { address, type, interactionId } = key;
  await ctx.services.messageLimit.spend(`${ctx.tenantId}/${recipientOf(address)}`);
  const code = random.code();
  // Done before the message goes out: no transaction waits for somebody's mail server.
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
  const channel = address.type === 'email' ? 'Email' : 'Sms';
  await ctx.services.messages.send(ctx, { channel, to: address.value, type, payload: { ...payload, code } });
};

/** Uses the code up, or says why it cannot be. Wrong tries count whatever becomes of the request. */
export const useCode = async (ctx: Context, key: CodeKey, code: string): Promise<void> => {
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
