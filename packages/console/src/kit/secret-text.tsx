// A masked secret. The value is fetched when revealed or copied, and dropped when hidden.
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import classes from './copy-id.module.css';

/** The value, or a function that fetches it. */
export type SecretSource = string | (() => Promise<string>);

const dots = '•'.repeat(32);
const fewDots = '•'.repeat(4);
const read = async (source: SecretSource) => (typeof source === 'string' ? source : source());

type Props = {
  value: SecretSource;
  label: string;
  /** Shown after a few dots while the secret is masked. */
  lastCharacters?: string;
};

export function SecretText({ value, label, lastCharacters }: Props) {
  const { t } = useTranslation();
  const reveal = useMutation({ mutationFn: () => read(value) });
  const isShown = reveal.data !== undefined;
  const action = isShown ? t('general.hide_named', { name: label }) : t('general.show_named', { name: label });
  const toggle = () => {
    if (isShown) reveal.reset();
    else if (!reveal.isPending) reveal.mutate();
  };
  return (
    <span className={classes.field}>
      <code className="mono" dir="ltr">
        {reveal.data ?? (
          <>
            <span aria-hidden="true">{lastCharacters === undefined ? dots : fewDots}</span>
            {lastCharacters}
          </>
        )}
      </code>
      <Tooltip label={isShown ? t('general.hide') : t('general.show')}>
        <ActionIcon c="dimmed" variant="subtle" color="gray" size={24} aria-label={action} onClick={toggle}>
          {isShown ? <IconEyeOff size={14} /> : <IconEye size={14} />}
        </ActionIcon>
      </Tooltip>
      <CopyButton value={reveal.data ?? value} label={label} />
    </span>
  );
}
