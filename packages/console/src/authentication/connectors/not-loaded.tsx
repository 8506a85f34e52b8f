// A consequence of a deletion that couldn't be loaded, with a button to try again.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function NotLoaded({ what, onRetry }: { what: 'users' | 'settings'; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`connectors.delete.not_loaded.${what}`)}{' '}
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t('general.retry')}
      </Button>
    </>
  );
}
