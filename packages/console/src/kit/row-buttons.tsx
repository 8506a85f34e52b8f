// Buttons that add a row to a list of fields, or remove one.
import { ActionIcon, Button } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './row-buttons.module.css';

/** `label` names the list, for screen readers. */
export function RemoveRow({ label, number, onRemove }: { label: string; number: number; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t('multi_text.remove_row', { label, number })}
      onClick={onRemove}
    >
      <IconMinus size={16} />
    </ActionIcon>
  );
}

type AddProps = { label: string; text?: string; disabled?: boolean; onAdd: () => void };

/** `text` replaces the visible text, and names the list itself. */
export function AddRow({ label, text, disabled = false, onAdd }: AddProps) {
  const { t } = useTranslation();
  return (
    <Button
      className={classes.add}
      variant="subtle"
      leftSection={<IconPlus size={14} />}
      aria-label={text ?? t('multi_text.add_to', { label })}
      disabled={disabled}
      onClick={onAdd}
    >
      {text ?? t('multi_text.add')}
    </Button>
  );
}
