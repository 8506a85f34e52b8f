// Copy a text to the clipboard, by an icon or a labeled button. Secrets are fetched when it is clicked.
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconClipboard, IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

type Props = { value: string | (() => Promise<string>); label: string };

function useCopy(value: Props['value']) {
  const { copied, copy } = useClipboard({ timeout: 1500 });
  const read = useMutation({ mutationFn: (ask: () => Promise<string>) => ask(), onSuccess: copy, gcTime: 0 });
  return { copied, copy: () => (typeof value === 'string' ? copy(value) : read.mutate(value)) };
}

function CopiedStatus({ copied }: { copied: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="visually-hidden" role="status">
      {copied ? t('general.copied') : ''}
    </span>
  );
}

export function CopyButton({ value, label }: Props) {
  const { t } = useTranslation();
  const { copied, copy } = useCopy(value);
  return (
    <>
      <Tooltip label={copied ? t('general.copied') : t('general.copy')}>
        <ActionIcon
          c="dimmed"
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t('general.copy_named', { name: label })}
          onClick={copy}
        >
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      </Tooltip>
      <CopiedStatus copied={copied} />
    </>
  );
}

export function LabeledCopyButton({ value, label }: Props) {
  const { copied, copy } = useCopy(value);
  return (
    <span>
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={14} /> : <IconClipboard size={14} />}
        onClick={copy}
      >
        {label}
      </Button>
      <CopiedStatus copied={copied} />
    </span>
  );
}
