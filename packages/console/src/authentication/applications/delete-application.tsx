import type { Application, ApplicationType } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Affected, countOnly } from '../../kit/affected.tsx';
import { DeleteDialog } from '../../kit/delete-dialog.tsx';
import { useRemoval } from '../../kit/deletion.ts';
import { applicationListsKey, applicationQuery, secretsQuery } from './query.ts';
import { samlApplicationQuery } from './saml/query.ts';

type Props = { application: Application; onClose: () => void };

const deletionTexts: Partial<
  Record<ApplicationType, 'applications.saml.delete_text' | 'applications.protected.delete_text'>
> = {
  SAML: 'applications.saml.delete_text',
  Protected: 'applications.protected.delete_text',
};

export function DeleteApplication({ application: { id, name, type, isThirdParty }, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const removal = useRemoval();
  const counting = { params: { applicationId: id }, query: countOnly };
  const remove = () =>
    removal.mutate({
      done: t('applications.deleted_toast'),
      remove: () =>
        api.management.del(type === 'SAML' ? '/saml-applications/:id' : '/applications/:id', { params: { id } }),
      list: isThirdParty ? '/applications/third-party-applications' : '/applications',
      own: [
        { queryKey: applicationQuery(api, id).queryKey },
        { queryKey: secretsQuery(api, id).queryKey },
        { queryKey: samlApplicationQuery(api, id).queryKey },
      ],
      about: [{ queryKey: applicationListsKey }],
    });
  return (
    <DeleteDialog
      title={t('applications.details.delete_title')}
      text={
        type === 'MachineToMachine' ? (
          <Affected
            text={t('applications.details.delete_text')}
            counts={[
              { kind: 'roles', query: api.management.listQuery('/applications/:applicationId/roles', counting) },
              {
                kind: 'organizations',
                query: api.management.listQuery('/applications/:applicationId/organizations', counting),
              },
            ]}
          />
        ) : (
          t(deletionTexts[type] ?? 'applications.details.delete_text')
        )
      }
      name={name}
      deleting={removal.isPending}
      onDelete={remove}
      onClose={onClose}
    />
  );
}
