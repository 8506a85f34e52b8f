// The way to the introduction, wherever organizations or their template are shown.
import { Button } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyDialog } from '../kit/lazy-dialog.ts';

const Introduction = lazy(async () => ({ default: (await import('./introduction.tsx')).Introduction }));

export function IntroductionButton() {
  const { t } = useTranslation();
  const { needed, opened, open, close } = useLazyDialog();
  return (
    <>
      <Button variant="default" leftSection={<IconBook size={16} />} onClick={open}>
        {t('organization-introduction.open')}
      </Button>
      {needed && (
        <Suspense>
          <Introduction opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
