// Whether somebody has a password, and giving them a new one, which is shown once.
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserDetails } from '@tessera/contract/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { BusyButton } from '../kit/busy-button.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import classes from './block.module.css';
import { Credentials } from './credentials.tsx';
import { generatePassword } from './generate-password.ts';
import { aboutUsers, passwordRules } from './query.ts';
import { useUserTitle } from './user-name.tsx';

export function PasswordRow({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const name = useUserTitle()(user);
  const [made, setMade] = useState<{ password: string; hadOne: boolean }>();
  const { id, hasPassword } = user;
  const set = useMutation({
    mutationFn: async () => {
      const password = generatePassword(await passwordRules(api, queryClient));
      await api.management.patch('/users/:userId/password', { params: { userId: id }, body: { password } });
      return password;
    },
    onSuccess: (password) => {
      setMade({ password, hadOne: hasPassword });
      void queryClient.invalidateQueries({ predicate: aboutUsers });
    },
  });
  const ask = async () => {
    const key = hasPassword ? 'reset' : 'generate';
    const agreed = await confirm({
      title: t(`users.security.${key}_title`, { name }),
      text: t(`users.security.${key}_text`),
      confirmLabel: t(`users.security.${key}`),
      danger: hasPassword,
    });
    if (agreed) set.mutate();
  };
  const close = () => setMade(undefined);
  return (
    <div className={classes.block}>
      <h3 className={classes.title}>{t('users.password')}</h3>
      <div className={classes.row}>
        <span>{hasPassword ? t('users.security.password_set') : t('users.security.password_missing')}</span>
        <BusyButton variant="default" busy={set.isPending} onClick={() => void ask()}>
          {hasPassword ? t('users.security.reset') : t('users.security.generate')}
        </BusyButton>
      </div>
      {made && (
        <Credentials
          title={made.hadOne ? t('users.credentials.reset_title') : t('users.credentials.set_title')}
          user={user}
          password={made.password}
          action={
            <Button variant="default" onClick={close}>
              {t('users.credentials.done')}
            </Button>
          }
          onClose={close}
        />
      )}
    </div>
  );
}
