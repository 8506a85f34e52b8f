// Emails a user a link to set a new password, or an invitation if they have none.
import { Tooltip } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useConfirmedAction } from '../../kit/confirmed-action.ts';
import { passwordLinkQuery } from './query.ts';
import { useUserTitle } from './user-name.tsx';

export function PasswordLinkButton({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const name = useUserTitle()(user);
  const { id, hasPassword, isSuspended, primaryEmail } = user;
  const email = primaryEmail ?? '';
  const { data } = useQuery(passwordLinkQuery(api, id));
  const known = isSuspended ? 'suspended' : primaryEmail ? undefined : 'no_email';
  const problem = known ?? data?.problem ?? undefined;
  const kind = hasPassword ? 'reset' : 'invite';
  const { ask, busy } = useConfirmedAction({
    question: () => ({
      title: t(`users.password_link.${kind}_title`, { email }),
      text: t(`users.password_link.${kind}_text`, { name }),
      confirmLabel: t(`users.password_link.label_${kind}`),
    }),
    act: () => api.management.post('/users/:userId/password-link', { params: { userId: id } }),
    doneText: () => t('users.password_link.sent_toast', { email }),
    onDone: () => undefined,
  });
  const button = (
    <BusyButton
      variant="default"
      busy={busy}
      leftSection={<IconMailForward size={14} />}
      {...(problem && { 'data-disabled': true, 'aria-disabled': true })}
      onClick={() => {
        if (!problem) ask();
      }}
    >
      {t(`users.password_link.label_${kind}`)}
    </BusyButton>
  );
  return problem ? (
    <Tooltip label={t(`users.password_link.${problem}`)} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
