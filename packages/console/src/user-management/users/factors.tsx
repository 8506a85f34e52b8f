// MFA factors of a user. Administrators remove one if its device is lost.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useConfirmedAction } from '../../kit/confirmed-action.ts';
import { DateText } from '../../kit/date-text.tsx';
import { ListTable } from '../../kit/list-table.tsx';
import { RemoveButton } from '../../kit/remove-button.tsx';
import classes from './block.module.css';
import { Block } from './block.tsx';
import { shownPhone } from './check-user.ts';
import { useDeviceText } from './device-text.ts';
import { type FactorRow, factorRows, passkeyKind } from './factor-rows.ts';
import { aboutUsers, experienceQuery, factorsQuery } from './query.ts';
import { beganWidth, usedWidth } from './security-columns.ts';
import { useUserTitle } from './user-name.tsx';

function useRemoval(userId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  return useConfirmedAction<{ verificationId: string; name: string }>({
    question: ({ name }) => ({
      title: t('users.factors.remove_title', { name }),
      text: t('users.factors.remove_text'),
      confirmLabel: t('general.remove'),
      danger: true,
    }),
    act: ({ verificationId }) =>
      api.management.del('/users/:userId/mfa-verifications/:verificationId', { params: { userId, verificationId } }),
    doneText: ({ name }) => t('users.factors.removed_toast', { name }),
    onDone: () => void queryClient.invalidateQueries({ predicate: aboutUsers }),
  });
}

function useReset(user: UserDetails) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const name = useUserTitle()(user);
  return useConfirmedAction({
    question: () => ({
      title: t('users.factors.reset_title', { name }),
      text: t('users.factors.reset_text'),
      confirmLabel: t('users.factors.reset'),
      danger: true,
    }),
    act: () => api.management.del('/users/:userId/mfa-verifications', { params: { userId: user.id } }),
    doneText: () => t('users.factors.reset_toast'),
    onDone: () => void queryClient.invalidateQueries({ predicate: aboutUsers }),
  });
}

export function Factors({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const query = useQuery(factorsQuery(api, user.id));
  const { data: experience } = useQuery({ ...experienceQuery(api), meta: { silent: true } });
  const deviceText = useDeviceText();
  const removal = useRemoval(user.id);
  const reset = useReset(user);
  const rowsOf = (set: NonNullable<typeof query.data>) => factorRows(set, user, experience?.mfa.factors ?? []);

  const detail = ({ type, set }: FactorRow) => {
    if (type === 'EmailVerificationCode') return <bdi>{user.primaryEmail}</bdi>;
    if (type === 'PhoneVerificationCode') return <bdi>{shownPhone(user.primaryPhone)}</bdi>;
    if (type === 'BackupCode') return t('users.factors.remaining', { count: set?.remainCodes ?? 0 });
    if (type === 'WebAuthn' && set) {
      const kind = passkeyKind(set);
      return (
        <>
          <bdi>{set.name || deviceText(set.agent)}</bdi>
          {kind && ` · ${t(`users.factors.${kind}`)}`}
        </>
      );
    }
    return null;
  };
  const nameOf = ({ type, set }: FactorRow) => {
    const kind = t(`users.factors.types.${type}`);
    return type === 'WebAuthn' ? `${kind} (${set?.name || deviceText(set?.agent)})` : kind;
  };

  return (
    <Block
      title={t('users.factors.title')}
      query={query}
      isEmpty={(set) => rowsOf(set).length === 0}
      none={t('users.factors.none')}
      {...(query.data &&
        query.data.length > 0 && {
          actions: (
            <BusyButton variant="default" c="var(--mantine-color-error)" busy={reset.busy} onClick={() => reset.ask()}>
              {t('users.factors.reset')}
            </BusyButton>
          ),
        })}
    >
      {(set) => (
        <ListTable
          title={t('users.factors.title')}
          items={rowsOf(set)}
          rowKey={({ key }) => key}
          stale={false}
          columns={[
            {
              key: 'factor',
              title: t('users.factors.factor'),
              cell: (row) => (
                <span className={classes.name}>
                  <span>{t(`users.factors.types.${row.type}`)}</span>
                  <span className={classes.small}>{detail(row)}</span>
                </span>
              ),
            },
            {
              key: 'added',
              title: t('users.factors.added'),
              width: beganWidth,
              cell: ({ set: one }) =>
                one ? <DateText value={Date.parse(one.createdAt)} /> : t('users.factors.implicit'),
            },
            {
              key: 'used',
              title: t('users.factors.used'),
              width: usedWidth,
              cell: ({ set: one }) => {
                if (!one) return null;
                if (one.lastUsedAt === undefined) return t('users.factors.never_used');
                return <DateText value={Date.parse(one.lastUsedAt)} />;
              },
            },
            {
              key: 'actions',
              title: t('general.actions'),
              cell: (row) => {
                const { set: one } = row;
                const name = nameOf(row);
                return (
                  one && <RemoveButton name={name} onClick={() => removal.ask({ verificationId: one.id, name })} />
                );
              },
            },
          ]}
        />
      )}
    </Block>
  );
}
