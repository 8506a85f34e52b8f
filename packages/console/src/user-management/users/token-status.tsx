// Whether a provider's tokens are stored for a user and still valid.
import type { SocialTokenSecret, SsoTokenSecret } from '@tessera/contract/secrets';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';

export type TokenSecret = SocialTokenSecret | SsoTokenSecret;

/** In milliseconds. `undefined`: unknown. */
export const expiryOf = ({ metadata: { expiresAt } }: TokenSecret) =>
  expiresAt === undefined ? undefined : expiresAt * 1000;

const states = { active: 'success', expired: 'error', none: 'warning' } as const;

const statusOf = (secret: TokenSecret | undefined): keyof typeof states => {
  if (!secret) return 'none';
  return (expiryOf(secret) ?? Number.POSITIVE_INFINITY) > Date.now() ? 'active' : 'expired';
};

type Props = {
  secret: TokenSecret | undefined;
  /** A provider whose tokens cannot be stored has no status. */
  canKeep: boolean;
};

export function TokenStatus({ secret, canKeep }: Props) {
  const { t } = useTranslation();
  if (!secret && !canKeep) return <span>{t('users.third_party_tokens.not_applicable')}</span>;
  const status = statusOf(secret);
  return <StateTag state={states[status]}>{t(`users.third_party_tokens.${status}`)}</StateTag>;
}
