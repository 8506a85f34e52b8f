// The second factors of a user. An administrator removes one when its device is lost.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirmedAction } from '../kit/confirmed-action.ts';
import { DateText } from '../kit/date-text.tsx';
import { ListTable } from '../kit/list-table.tsx';
import { RemoveButton } from '../kit/remove-button.tsx';
import classes from './block.module.css';
import { Block } from './block.tsx';
import { useDeviceText } from './device-text.ts';
import { type FactorRow, factorRows } from './factor-rows.ts';
import { experienceQuery, factorsQuery } from './query.ts';

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
    onDone: () => void queryClient.invalidateQueries({ queryKey: factorsQuery(api, userId).queryKey }),
  });
}

export function Factors({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const query = useQuery(factorsQuery(api, user.id));
  const { data: experience } = useQuery({ ...experienceQuery(api), meta: { silent: true } });
  const deviceText = useDeviceText();
  const removal = useRemoval(user.id);
  const rowsOf = (set: NonNullable<typeof query.data>) => factorRows(set, user, experience?.mfa.factors ?? []);

  const detail = ({ type, set }: FactorRow) => {
    if (type === 'EmailVerificationCode') return <bdi>{user.primaryEmail}</bdi>;
    if (type === 'PhoneVerificationCode') return <bdi>+{user.primaryPhone}</bdi>;
    if (type === 'BackupCode') return t('users.factors.remaining', { count: set?.remainCodes ?? 0 });
    if (type === 'WebAuthn') return <bdi>{set?.name || deviceText(set?.agent)}</bdi>;
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
              width: '50%',
              cell: (row) => (
                <span className={classes.name}>
                  <span>{t(`users.factors.types.${row.type}`)}</span>
                  <span className={classes.small}>{detail(row)}</span>
                </span>
              ),
            },
            {
              key: 'used',
              title: t('users.factors.used'),
              width: '35%',
              cell: ({ set: one }) => {
                if (!one) return t('users.factors.implicit');
                if (one.lastUsedAt === undefined) return t('users.factors.never_used');
                return (
                  <>
                    {t('users.factors.used')} <DateText value={Date.parse(one.lastUsedAt)} />
                  </>
                );
              },
            },
            {
              key: 'actions',
              title: t('general.actions'),
              width: '15%',
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
