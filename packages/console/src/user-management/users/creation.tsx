// Create user, shown over the list, then the credentials to pass on.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveOverlay } from '../../kit/leave-overlay.ts';
import { usePageTitle } from '../../kit/page-title.ts';
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
      routed
      title={t('users.credentials.created_title', { name: titleOf(user) })}
      user={user}
      password={password}
      action={
        <Button
          variant="default"
          // Replace this dialog in the history, so that Back does not reopen it.
          renderRoot={(props) => <Link to="/users/$id/settings" params={{ id: user.id }} replace {...props} />}
        >
          {t('users.credentials.open')}
        </Button>
      }
      onClose={close}
    />
  );
}
