// Resets a user's password after confirmation: generated here by the policy, and shown once.
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserDetails } from '@tessera/contract/users';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { Credentials } from './credentials.tsx';
import { generatePassword } from './generate-password.ts';
import { aboutUsers, passwordRules } from './query.ts';
import { useUserTitle } from './user-name.tsx';

type PasswordReset = {
  /** Label of the action for this user. */
  label: string;
  busy: boolean;
  ask: () => void;
  /** Rendered in the page while the new password is visible. */
  card: ReactNode;
};

export function usePasswordReset(user: UserDetails): PasswordReset {
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
  const kind = hasPassword ? 'reset' : 'generate';
  const ask = async () => {
    const agreed = await confirm({
      title: t(`users.security.${kind}_title`, { name }),
      text: t(`users.security.${kind}_text`),
      confirmLabel: t(`users.security.${kind}`),
      danger: hasPassword,
    });
    if (agreed) set.mutate();
  };
  const close = () => setMade(undefined);
  return {
    label: t(`users.security.${kind}`),
    busy: set.isPending,
    ask: () => void ask(),
    card: made && (
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
    ),
  };
}
