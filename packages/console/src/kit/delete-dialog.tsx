// Confirmation dialog that requires typing the entity's name.
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  text: ReactNode;
  /** The exact text to type. */
  name: string;
  deleting: boolean;
  onDelete: () => void;
  onClose: () => void;
};

// Placeholder for the name until it is formatted.
const gap = '\u0000';

export function DeleteDialog({ title, text, name, deleting, onDelete, onClose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const matches = typed === name;
  const [before, after] = t('delete.type_name', { name: gap }).split(gap);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (matches && !deleting) onDelete();
  };
  return (
    <Dialog unsaved={false} onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <div>{text}</div>
        <TextInput
          mt="md"
          label={
            <>
              {before}
              <strong>
                <bdi>{name}</bdi>
              </strong>
              {after}
            </>
          }
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" color="red" busy={deleting} disabled={!matches}>
            {t('general.delete')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
