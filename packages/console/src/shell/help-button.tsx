// Leads to people who can help, where the operator has named any.
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useLazyDialog } from '../kit/lazy-dialog.ts';
import { contactsOf } from './contacts.ts';

const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }));

export function HelpButton() {
  const { t } = useTranslation();
  const { settings } = useServices();
  const { needed, opened, open, close } = useLazyDialog();
  if (contactsOf(settings.help).length === 0) return null;
  return (
    <>
      <Tooltip label={t('help.title')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('help.title')}
          aria-haspopup="dialog"
          onClick={open}
        >
          <IconHelp size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      {needed && (
        <Suspense>
          <HelpDialog opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
