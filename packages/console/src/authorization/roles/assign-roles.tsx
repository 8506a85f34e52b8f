// Assigns roles to a machine-to-machine application, with a one-time notice about Management API roles.
import { useTranslation } from 'react-i18next';
import { useAcknowledgement } from '../../app/acknowledgement.ts';
import { useServices } from '../../app/services.tsx';
import { DismissibleNotice } from '../../kit/dismissible-notice.tsx';
import { listQuery } from '../../kit/list-search.ts';
import { RoleAssignment } from './role-assignment.tsx';

type Props = {
  application: { id: string; name: string };
  cancelLabel?: string;
  onClose: () => void;
};

export function AssignRoles({ application: { id: applicationId, name }, ...others }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const notice = useAcknowledgement('roleWithManagementApiAccessNotificationAcknowledged');
  return (
    <RoleAssignment
      title={t('roles.of_application.assign_title', { name })}
      text={t('roles.of_application.assign_text')}
      submitLabel={t('roles.of_application.assign')}
      noneLeft={t('roles.of_application.none_left')}
      offered={(search) =>
        api.management.listQuery('/roles', {
          query: { ...listQuery(search), type: 'MachineToMachine', excludeApplicationId: applicationId },
        })
      }
      assign={(roleIds) =>
        api.management.post('/applications/:applicationId/roles', { params: { applicationId }, body: { roleIds } })
      }
      {...(!notice.acknowledged && {
        notice: (
          <DismissibleNotice onDismiss={notice.acknowledge}>{t('roles.management_api_notice')}</DismissibleNotice>
        ),
      })}
      {...others}
    />
  );
}
