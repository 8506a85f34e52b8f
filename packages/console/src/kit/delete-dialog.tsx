// Deleting for good: the button works once the name of the thing has been typed.
import { Button, Modal, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button.tsx';

type Props = {
  title: string;
  text: ReactNode;
  /** What has to be typed, exactly. */
  name: string;
  deleting: boolean;
  onDelete: () => void;
  onClose: () => void;
};

export function DeleteDialog({ title, text, name, deleting, onDelete, onClose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const matches = typed === name;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (matches && !deleting) onDelete();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('general.close') }}>
      <form onSubmit={submit}>
        <p>{text}</p>
        <TextInput
          mt="md"
          label={t('delete.type_name', { name })}
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
    </Modal>
  );
}
