// Edits the organization roles of a member or application; none is allowed.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { RoleType } from '@tessera/contract/role';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import classes from './dialog.module.css';
import type { NamedRole } from './organization.ts';
import { RolePicker } from './role-picker.tsx';

type Props = {
  name: string;
  type: RoleType;
  held: readonly NamedRole[];
  save: (ids: string[]) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
};

export function EditRoles({ name, type, held, save, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const toast = useSuccessToast();
  const [chosen, setChosen] = useState<NamedRole[]>([...held]);
  const change = useMutation({
    mutationFn: () => save(chosen.map(({ id }) => id)),
    onSuccess: () => {
      toast(t('unsaved.saved'));
      onSaved();
      onClose();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!change.isPending) change.mutate();
  };
  return (
    <Dialog onClose={onClose} title={t('organizations.roles.edit_title', { name })}>
      <form className={classes.form} onSubmit={submit}>
        <RolePicker label={t('organizations.roles.title')} type={type} chosen={chosen} onChange={setChosen} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={change.isPending}>
            {t('general.save')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
