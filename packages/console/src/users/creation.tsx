// Creating a user, over the list; then what the person needs to sign in.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveOverlay } from '../kit/leave-overlay.ts';
import { usePageTitle } from '../kit/page-title.ts';
import { type Created, CreateUser } from './create-user.tsx';
import { Credentials } from './credentials.tsx';
import { useUserTitle } from './user-name.tsx';

export function Creation() {
  const { t } = useTranslation();
  const titleOf = useUserTitle();
  const [created, setCreated] = useState<Created>();
  usePageTitle(t('users.create.title'));
  const close = useLeaveOverlay('/users');
  if (!created) return <CreateUser onCreated={setCreated} onClose={close} />;
  const { user, password } = created;
  return (
    <Credentials
      title={t('users.credentials.created_title', { name: titleOf(user) })}
      user={user}
      password={password}
      action={
        <Button
          variant="default"
          // In place of this dialog, so that going back does not open it once more.
          renderRoot={(props) => <Link to="/users/$id/settings" params={{ id: user.id }} replace {...props} />}
        >
          {t('users.credentials.open')}
        </Button>
      }
      onClose={close}
    />
  );
}
