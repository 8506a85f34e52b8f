import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { secretsQuery } from './query.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { nameTaken } from './secret-name.ts';

export function RenameSecret({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  return (
    <RenameDialog
      title={t('applications.secrets.rename_title')}
      name={name}
      taken={{ code: nameTaken, text: t('applications.secrets.name_taken') }}
      rename={(wanted) =>
        api.management.patch('/applications/:id/secrets/:name', { params: { id, name }, body: { name: wanted } })
      }
      list={secretsQuery(api, id).queryKey}
      renamedText={() => t('applications.secrets.renamed_toast')}
      onClose={onClose}
    />
  );
}
