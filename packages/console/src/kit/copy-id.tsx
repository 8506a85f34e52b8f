// An identifier in monospace, left to right in every language, with a button that copies it.
import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './copy-id.module.css';

export function CopyId({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation();
  const { copied, copy } = useClipboard({ timeout: 1500 });
  return (
    <span className={classes.field}>
      <code className="mono" dir="ltr">
        {value}
      </code>
      <Tooltip label={copied ? t('general.copied') : t('general.copy')}>
        <ActionIcon
          className={classes.button}
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
    </span>
  );
}
