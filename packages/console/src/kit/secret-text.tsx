// A secret: one dot for each character until somebody wants to see it. It can be copied without being shown.
import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import classes from './copy-id.module.css';

export function SecretText({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation();
  const [shown, { toggle }] = useDisclosure();
  const action = shown ? t('general.hide_named', { name: label }) : t('general.show_named', { name: label });
  return (
    <span className={classes.field}>
      <code className="mono" dir="ltr" {...(!shown && { 'aria-hidden': true })}>
        {shown ? value : '•'.repeat(value.length)}
      </code>
      <Tooltip label={shown ? t('general.hide') : t('general.show')}>
        <ActionIcon c="dimmed" variant="subtle" color="gray" size={24} aria-label={action} onClick={toggle}>
          {shown ? <IconEyeOff size={14} /> : <IconEye size={14} />}
        </ActionIcon>
      </Tooltip>
      <CopyButton value={value} label={label} />
    </span>
  );
}
