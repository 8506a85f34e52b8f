// A user's organizations that an application can access, and ending its access to each.
import { useQueryClient } from '@tanstack/react-query';
import type { UserGrant } from '@tessera/contract/user-grants';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirmedAction } from '../../kit/confirmed-action.ts';
import { RemoveButton } from '../../kit/remove-button.tsx';
import classes from './block.module.css';
import { aboutUser } from './query.ts';

type Organization = UserGrant['organizations'][number];
type Props = { userId: string; applicationId: string; applicationName: string; organizations: Organization[] };

export function GrantedOrganizations({ userId, applicationId, applicationName, organizations }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const heading = useId();
  const closing = useConfirmedAction<Organization>({
    question: ({ name }) => ({
      title: t('users.grants.close_title', { organization: name, name: applicationName }),
      text: t('users.grants.close_text'),
      confirmLabel: t('general.remove'),
      danger: true,
    }),
    act: ({ id: organizationId }) =>
      api.management.del('/applications/:id/users/:userId/consent-organizations/:organizationId', {
        params: { id: applicationId, userId, organizationId },
      }),
    doneText: () => t('users.grants.closed_toast'),
    onDone: () => queryClient.invalidateQueries({ predicate: aboutUser(userId) }),
  });
  return (
    <div className={classes.small}>
      <span id={heading}>{t('users.grants.organizations')}</span>
      <ul className={classes.list} aria-labelledby={heading}>
        {organizations.map((organization) => (
          <li key={organization.id}>
            <bdi>{organization.name}</bdi>
            <RemoveButton name={organization.name} onClick={() => closing.ask(organization)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
