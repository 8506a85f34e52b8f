// The tokens that a third party issued for somebody who came through it: sealed the moment they arrive, carried along
// sealed, and kept once the person's identity there is linked to their account.
import type { TokenMetadata } from '@tessera/contract/secrets';
import * as z from 'zod/mini';
import type { Transaction } from '../database/tenant-database.ts';
import type { Context } from '../http/context.ts';
import { isStorable } from '../http/storable.ts';
import { random } from '../random.ts';
import type { Sealed } from './vault.ts';

const token = z.string().check(z.minLength(1), z.maxLength(16_384));
const word = z.string().check(z.minLength(1), z.maxLength(2048));
const tokenSet = z.object({
  accessToken: token,
  refreshToken: z.optional(token),
  scope: z.catch(z.optional(word), undefined),
  tokenType: z.catch(z.optional(word), undefined),
  /** Some say the number as a text. */
  expiresIn: z.catch(z.optional(z.coerce.number<unknown>().check(z.positive(), z.maximum(10 ** 10))), undefined),
});
/** What is secret of it; the rest is metadata. */
export type KeptTokens = { accessToken: string; refreshToken?: string };
export type SealedTokens = Sealed & { metadata: TokenMetadata };

/** `undefined` when there is nothing that could be kept. What a renewal leaves out stays as it was. */
export const sealTokens = (
  { services, tenantId }: Pick<Context, 'services' | 'tenantId'>,
  given: unknown,
  before: { refreshToken?: string | undefined; scope?: string | undefined; tokenType?: string | undefined } = {},
): { tokens: KeptTokens; sealed: SealedTokens } | undefined => {
  const { data } = z.safeParse(tokenSet, given);
  if (!services.vault || !data || !isStorable(data)) return undefined;
  const { accessToken, refreshToken = before.refreshToken, expiresIn } = data;
  const { scope = before.scope, tokenType = before.tokenType } = data;
  const tokens = { accessToken, ...(refreshToken && { refreshToken }) };
  const metadata = {
    ...(scope && { scope }),
    ...(tokenType && { tokenType }),
    ...(expiresIn && { expiresAt: services.clock.seconds() + Math.floor(expiresIn) }),
    hasRefreshToken: refreshToken !== undefined,
  };
  return { tokens, sealed: { ...services.vault.seal(tenantId, JSON.stringify(tokens)), metadata } };
};

/** The tokens of somebody who has just come through a connector, if it is to keep them. */
export const sealedFor = (ctx: Context, keeps: boolean, given: unknown): { tokens?: SealedTokens } => {
  if (!keeps) return {};
  const made = sealTokens(ctx, given);
  if (!made) ctx.log.warn('the tokens of a third party could not be kept');
  return made ? { tokens: made.sealed } : {};
};

export const columnsOf = ({ encryptedDek, iv, authTag, ciphertext, metadata }: SealedTokens) => ({
  encryptedDek: Buffer.from(encryptedDek, 'base64'),
  iv: Buffer.from(iv, 'base64'),
  authTag: Buffer.from(authTag, 'base64'),
  ciphertext: Buffer.from(ciphertext, 'base64'),
  metadata,
});

/** Whose tokens they are: who somebody is at a social provider, or at a company. */
type Owner = { userId: string; identityId: string };
type SocialOwner = Owner & { target: string; connectorId: string };
type SsoOwner = Owner & { issuer: string; ssoConnectorId: string };

/** The connector is held, so that nothing is kept any more once somebody has switched that off. */
const isKeeping = async (tx: Transaction, owner: SocialOwner | SsoOwner): Promise<boolean> => {
  const [table, id] =
    'target' in owner
      ? (['connectors', owner.connectorId] as const)
      : (['ssoConnectors', owner.ssoConnectorId] as const);
  const keeping = tx.selectFrom(table).select('id').where('id', '=', id).where('enableTokenStorage', '=', true);
  return (await keeping.forShare().executeTakeFirst()) !== undefined;
};

const isLinked = async (tx: Transaction, owner: SocialOwner | SsoOwner): Promise<boolean> => {
  const { userId, identityId } = owner;
  const row =
    'target' in owner
      ? await tx
          .selectFrom('userIdentities')
          .select('userId')
          .where((its) => its.and({ userId, identityId, target: owner.target }))
          .executeTakeFirst()
      : await tx
          .selectFrom('userSsoIdentities')
          .select('userId')
          .where((its) => its.and({ userId, identityId, ssoConnectorId: owner.ssoConnectorId }))
          .executeTakeFirst();
  return row !== undefined;
};

/** Nothing is kept of an identity that is not linked, or by a connector that does not keep anything. */
export const keepTokens = async (ctx: Context, owner: SocialOwner | SsoOwner, sealed: SealedTokens) => {
  const tx = await ctx.change.transaction();
  if (!(await isKeeping(tx, owner)) || !(await isLinked(tx, owner))) return;
  const [column, value] =
    'target' in owner ? (['target', owner.target] as const) : (['ssoConnectorId', owner.ssoConnectorId] as const);
  const kept = tx.selectFrom('secrets').select('id').where('userId', '=', owner.userId).where(column, '=', value);
  const before = await kept.forUpdate().executeTakeFirst();
  const row = { ...owner, ...columnsOf(sealed) };
  if (before) await ctx.change.touch('secrets', { id: before.id }, row);
  else await ctx.change.insert('secrets', { id: random.id(), ...row });
};
