// Changes the mapping of a checked file and checks it again, without another upload.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ColumnMapping } from '@tessera/contract/import-fields';
import type { UserImport } from '@tessera/contract/user-imports';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { MappingForm } from './mapping-form.tsx';
import { importKey, importsKey } from './query.ts';

/** Only the columns of CSV files are known. */
export const canMap = ({ columns, hasFile, status }: UserImport): boolean =>
  hasFile && columns.length > 0 && (status === 'checked' || status === 'failed');

export function MappingDialog({ item, onClose }: { item: UserImport; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: (mapping: ColumnMapping) =>
      api.management.post('/user-imports/:importId/check', { params: { importId: item.id }, body: { mapping } }),
    onSuccess: async () => {
      await Promise.all([importsKey, importKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      onClose();
    },
  });
  const names = [...new Set(item.columns)];
  return (
    <Dialog size="lg" onClose={onClose} title={t('user-imports.columns_title')}>
      <MappingForm
        columns={names.map((name) => ({ name }))}
        known={item.mapping}
        submitLabel={t('user-imports.check_again')}
        cancelLabel={t('general.cancel')}
        busy={check.isPending}
        onSubmit={(mapping) => check.mutate(mapping)}
        onCancel={onClose}
      />
    </Dialog>
  );
}
