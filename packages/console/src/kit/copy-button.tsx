// Copies a text, and says that it did.
import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation();
  const { copied, copy } = useClipboard({ timeout: 1500 });
  return (
    <>
      <Tooltip label={copied ? t('general.copied') : t('general.copy')}>
        <ActionIcon
          c="dimmed"
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t('general.copy_named', { name: label })}
          onClick={() => copy(value)}
        >
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      </Tooltip>
      <span className="visually-hidden" role="status">
        {copied ? t('general.copied') : ''}
      </span>
    </>
  );
}
