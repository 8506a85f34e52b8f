// Third-party tokens of a user: sealed on arrival, carried sealed, and stored once the identity is linked.
import type { TokenMetadata } from '@tessera/contract/secrets';
import { isStorable } from '@tessera/contract/storable';
import * as z from 'zod/mini';
import type { Clock } from '../../clock.ts';
import type { Transaction } from '../../infrastructure/database/tenant-database.ts';
import type { RequestContext } from '../../infrastructure/http/context.ts';
import { tokenSetColumn } from '../../infrastructure/vault/seal-token-sets.ts';
import type { Vault } from '../../infrastructure/vault/vault.ts';
import { random } from '../../random.ts';
import { configDigest, hasSameConfig } from '../connectors/config-digest.ts';

const token = z.string().check(z.minLength(1), z.maxLength(16_384));
const word = z.string().check(z.minLength(1), z.maxLength(2048));
const tokenSet = z.object({
  accessToken: token,
  refreshToken: z.optional(token),
  scope: z.catch(z.optional(word), undefined),
  tokenType: z.catch(z.optional(word), undefined),
  /** Some providers send the number as a string. */
  expiresIn: z.catch(z.optional(z.coerce.number<unknown>().check(z.positive(), z.maximum(10 ** 10))), undefined),
});
type Ctx = RequestContext<{ clock: Clock; vault: Vault }>;

/** The secret part; the rest is metadata. */
export type KeptTokens = { accessToken: string; refreshToken?: string };
export type SealedTokens = { sealed: string; metadata: TokenMetadata };
/** Until they are stored, with the configuration of the connector that they were issued for. */
export type IssuedTokens = { tokens: SealedTokens; configDigest: string };

/** `undefined` if there is nothing to store. Fields a refresh omits are kept. */
export const sealTokens = (
  { services, tenantId }: Pick<Ctx, 'services' | 'tenantId'>,
  given: unknown,
  before: { refreshToken?: string | undefined; scope?: string | undefined; tokenType?: string | undefined } = {},
): { tokens: KeptTokens; sealed: SealedTokens } | undefined => {
  const { data } = z.safeParse(tokenSet, given);
  if (!data || !isStorable(data)) return undefined;
  const { accessToken, refreshToken = before.refreshToken, expiresIn } = data;
  const { scope = before.scope, tokenType = before.tokenType } = data;
  const tokens = { accessToken, ...(refreshToken && { refreshToken }) };
  const metadata = {
    ...(scope && { scope }),
    ...(tokenType && { tokenType }),
    ...(expiresIn && { expiresAt: services.clock.seconds() + Math.floor(expiresIn) }),
    hasRefreshToken: refreshToken !== undefined,
  };
  const sealed = services.vault.seal({ tenantId, column: tokenSetColumn }, JSON.stringify(tokens));
  return { tokens, sealed: { sealed, metadata } };
};

/** The tokens of a user who has just signed in, if the connector stores them. */
export const sealedFor = (ctx: Ctx, isKeeping: boolean, given: unknown): { tokens?: SealedTokens } => {
  if (!isKeeping) return {};
  const made = sealTokens(ctx, given);
  if (!made) ctx.log.warn('the tokens of a third party could not be kept');
  return made ? { tokens: made.sealed } : {};
};

/** The columns of a row. Legacy columns are cleared. */
export const columnsOf = ({ sealed, metadata }: SealedTokens) => ({
  tokenSet: sealed,
  ...{ encryptedDek: null, iv: null, authTag: null, ciphertext: null },
  metadata,
});

/** The owner: an identity at a social provider or an enterprise SSO connector. */
type Owner = { userId: string; identityId: string };
type SocialOwner = Owner & { target: string; connectorId: string };
type SsoOwner = Owner & { issuer: string; ssoConnectorId: string };

/** Locks the connector, so that nothing is stored after storage was disabled or the configuration was changed. */
const isKeeping = async (tx: Transaction, owner: SocialOwner | SsoOwner, issued: IssuedTokens) => {
  const [table, id] =
    'target' in owner
      ? (['connectors', owner.connectorId] as const)
      : (['ssoConnectors', owner.ssoConnectorId] as const);
  const connector = tx.selectFrom(table).select(['enableTokenStorage', 'config']).where('id', '=', id);
  const row = await connector.forShare().executeTakeFirst();
  return row?.enableTokenStorage === true && hasSameConfig({ configDigest: configDigest(row.config) }, issued);
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

/** Nothing is stored for an unlinked identity, or for a connector with storage disabled or another configuration by now. */
export const keepTokens = async (ctx: Ctx, owner: SocialOwner | SsoOwner, issued: IssuedTokens) => {
  const tx = await ctx.change.transaction();
  if (!(await isKeeping(tx, owner, issued)) || !(await isLinked(tx, owner))) return;
  const [column, value] =
    'target' in owner ? (['target', owner.target] as const) : (['ssoConnectorId', owner.ssoConnectorId] as const);
  const kept = tx.selectFrom('secrets').select('id').where('userId', '=', owner.userId).where(column, '=', value);
  const before = await kept.forUpdate().executeTakeFirst();
  const row = { ...owner, ...columnsOf(issued.tokens) };
  if (before) await ctx.change.touch('secrets', { id: before.id }, row);
  else await ctx.change.insert('secrets', { id: random.id(), ...row });
};

/** With storage disabled, or another provider, which must not get them. */
export const forgetTokens = async (
  { change }: Pick<RequestContext, 'change'>,
  of: { connectorId: string } | { ssoConnectorId: string },
) => {
  const tx = await change.transaction();
  await tx
    .deleteFrom('secrets')
    .where((its) => its.and(of))
    .execute();
};
