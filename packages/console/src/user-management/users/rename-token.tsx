import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { RenameDialog } from '../../authentication/applications/rename-dialog.tsx';
import { tokensQuery } from './query.ts';
import { tokenNameTaken } from './token-name.ts';

export function RenameToken({ userId, name, onClose }: { userId: string; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  return (
    <RenameDialog
      title={t('users.tokens.rename_title')}
      name={name}
      taken={{ code: tokenNameTaken, text: t('users.tokens.name_taken') }}
      rename={(wanted) =>
        api.management.patch('/users/:userId/personal-access-tokens/:name', {
          params: { userId, name },
          body: { name: wanted },
        })
      }
      list={tokensQuery(api, userId).queryKey}
      renamedText={(renamed) => t('users.tokens.renamed_toast', { name: renamed })}
      onClose={onClose}
    />
  );
}
