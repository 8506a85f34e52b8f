// The social connector that a step of a sign-in names, ready to be asked.
import type { AuthorizationAnswer, SocialConnector, SocialUser } from '@tessera/connectors/connector';
import { emailPattern, phonePattern } from '@tessera/contract/fields';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { isStorable } from '../http/storable.ts';
import { asRequestError } from '../messages/problems.ts';
import { type SealedTokens, sealedFor } from '../secrets/token-sets.ts';

export type SocialConnectorInUse = {
  id: string;
  target: string;
  syncProfile: boolean;
  keepsTokens: boolean;
  factory: SocialConnector;
  config: unknown;
};

/** Somebody as they are known elsewhere: what could be used here, and nothing that was not verified there. */
export type KnownElsewhere = {
  id: string;
  email?: string;
  phone?: string;
  name?: string;
  avatar?: string;
  rawData?: unknown;
};

export const findSocialConnector = async ({ db, services }: Context, id: string): Promise<SocialConnectorInUse> => {
  const row = await db.selectFrom('connectors').selectAll().where('id', '=', id).executeTakeFirst();
  const factory = row && services.factories.find(row.connectorId);
  if (!row || !factory) throw new RequestError('entity.not_found');
  if (factory.type !== 'Social') throw new RequestError('connector.unexpected_type');
  return {
    id: row.id,
    target: row.target ?? factory.target,
    syncProfile: row.syncProfile,
    keepsTokens: row.enableTokenStorage,
    factory,
    config: row.config,
  };
};

// Kept with the person, and carried along in their interaction.
const mostRawData = 32_768;

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most;
const isWebAddress = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '');

/** Only `true` is verified: neither the word nor silence is. */
export const usableUser = (user: SocialUser): KnownElsewhere => {
  const { id, email, phone, name, avatar, rawData } = user;
  if (!isText(id, 128) || !isStorable(user)) throw new RequestError('connector.invalid_response');
  const digits = isText(phone, 128) ? phone.replace(/^\+/, '') : '';
  return {
    id,
    ...(user.isEmailVerified === true && isText(email, 128) && emailPattern.test(email) && { email }),
    ...(user.isPhoneVerified === true && phonePattern.test(digits) && { phone: digits }),
    ...(typeof name === 'string' && name.trim() !== '' && { name: name.slice(0, 128) }),
    ...(isText(avatar, 2048) && isWebAddress(avatar) && { avatar }),
    ...(rawData !== undefined && JSON.stringify(rawData).length <= mostRawData && { rawData }),
  };
};

export const whenAsked = async <T>(ctx: Context, asking: Promise<T>): Promise<T> =>
  asking.catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'a social connector failed');
    throw asRequestError(error);
  });

/** Who came back, and what was issued for them if that is to be kept. */
export const identified = async (
  ctx: Context,
  { factory, config, keepsTokens }: SocialConnectorInUse,
  answer: AuthorizationAnswer,
): Promise<{ user: KnownElsewhere; tokens?: SealedTokens }> => {
  const known = await whenAsked(ctx, factory.identify(answer, config, ctx.services.messages.tools));
  const { tokens, ...user } = known;
  return { user: usableUser(user), ...sealedFor(ctx, keepsTokens, tokens) };
};
