// Opens the introduction to organizations.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

const Introduction = lazy(async () => ({ default: (await import('./introduction.tsx')).Introduction }));

export function IntroductionButton() {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconBook size={16} />} onClick={open}>
        {t('organization-introduction.open')}
      </Button>
      {opened && (
        <Suspense>
          <Introduction onClose={close} />
        </Suspense>
      )}
    </>
  );
}
