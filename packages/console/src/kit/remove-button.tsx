// Removes one row after confirmation.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="subtle" size="compact-sm" aria-label={t('general.remove_named', { name })} onClick={onClick}>
      {t('general.remove')}
    </Button>
  );
}
