// Stored third-party tokens of a user: metadata and deletion. The tokens themselves are never shown.
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useConfirmedAction } from '../../kit/confirmed-action.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { Notice } from '../../kit/notice.tsx';
import classes from './block.module.css';
import { aboutUser } from './query.ts';
import { expiryOf, type TokenSecret, TokenStatus } from './token-status.tsx';

function useTokenDeletion({ id, userId }: TokenSecret, provider: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  return useConfirmedAction({
    question: () => ({
      title: t('users.third_party_tokens.delete_title', { provider }),
      text: t('users.third_party_tokens.delete_text'),
      confirmLabel: t('general.delete'),
      danger: true,
    }),
    act: () => api.management.del('/secrets/:id', { params: { id } }),
    doneText: () => t('users.third_party_tokens.deleted_toast', { provider }),
    onDone: () => queryClient.invalidateQueries({ predicate: aboutUser(userId) }),
  });
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi> <CopyButton value={value} label={label} />
      </dd>
    </div>
  );
}

function Kept({ secret, provider }: { secret: TokenSecret; provider: string }) {
  const { t, i18n } = useTranslation();
  const deletion = useTokenDeletion(secret, provider);
  const exact = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  const { createdAt, updatedAt, metadata } = secret;
  const expiry = expiryOf(secret);
  const facts = [
    { name: 'created', value: exact.format(createdAt) },
    { name: 'updated', value: exact.format(updatedAt) },
    { name: 'expires', value: expiry === undefined ? undefined : exact.format(expiry) },
    { name: 'scope', value: metadata.scope },
  ] as const;
  return (
    <>
      <Notice>
        {metadata.hasRefreshToken
          ? t('users.third_party_tokens.renewable')
          : t('users.third_party_tokens.not_renewable')}
      </Notice>
      <dl className={classes.facts}>
        {facts.map(
          ({ name, value }) =>
            value !== undefined && <Fact key={name} label={t(`users.third_party_tokens.${name}`)} value={value} />,
        )}
      </dl>
      <div>
        <BusyButton
          variant="default"
          c="var(--mantine-color-error)"
          busy={deletion.busy}
          onClick={() => deletion.ask()}
        >
          {t('users.third_party_tokens.delete')}
        </BusyButton>
      </div>
    </>
  );
}

type Props = {
  secret: TokenSecret | undefined;
  provider: string;
  /** Whether the connector stores tokens now; disabling that deletes stored ones. */
  isKeeping: boolean;
};

export function KeptTokens({ secret, provider, isKeeping }: Props) {
  const { t } = useTranslation();
  return (
    <FormSection title={t('users.third_party_tokens.title')} text={t('users.third_party_tokens.text', { provider })}>
      {secret || isKeeping ? (
        <div className={classes.row}>
          <span>{t('users.third_party_tokens.access_token')}</span>
          <TokenStatus secret={secret} canKeep />
        </div>
      ) : (
        <Notice>{t('users.third_party_tokens.switched_off', { provider })}</Notice>
      )}
      {secret ? (
        <Kept secret={secret} provider={provider} />
      ) : (
        isKeeping && <p className={classes.none}>{t('users.third_party_tokens.none_text', { provider })}</p>
      )}
    </FormSection>
  );
}
