// Opens the documentation and support channels.
import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHelp } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhrases } from './use-phrases.ts';

const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }));

export function HelpButton() {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const hasTexts = usePhrases('help', opened);
  return (
    <>
      <Tooltip label={t('shell.help')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('shell.help')}
          aria-haspopup="dialog"
          onClick={open}
        >
          <IconHelp size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      {opened && hasTexts && (
        <Suspense>
          <HelpDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
