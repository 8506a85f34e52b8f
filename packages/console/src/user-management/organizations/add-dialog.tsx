// Adds several items to an organization, optionally with roles.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { RoleType } from '@tessera/contract/role';
import { type ComponentProps, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { TransferBox } from '../../kit/transfer-box.tsx';
import classes from './dialog.module.css';
import type { NamedRole } from './organization.ts';
import { RolePicker } from './role-picker.tsx';

type Box<T extends { id: string }> = ComponentProps<typeof TransferBox<T>>;
type Props<T extends { id: string }> = Pick<
  Box<T>,
  'label' | 'searchLabel' | 'emptyText' | 'query' | 'nameOf' | 'render'
> & {
  title: string;
  missingText: string;
  submitLabel: string;
  addedText: (count: number) => string;
  roleType: RoleType;
  add: (ids: string[], roleIds: string[]) => Promise<void>;
  onSettled: () => void;
  onClose: () => void;
};

export function AddDialog<T extends { id: string }>(props: Props<T>) {
  const { title, missingText, submitLabel, addedText, roleType, add, onSettled, onClose, ...box } = props;
  const { t } = useTranslation();
  const toast = useSuccessToast();
  const [chosen, setChosen] = useState<T[]>([]);
  const [roles, setRoles] = useState<NamedRole[]>([]);
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      add(
        chosen.map(({ id }) => id),
        roles.map(({ id }) => id),
      ),
    onSuccess: () => {
      toast(addedText(chosen.length));
      onClose();
    },
    // One of the two requests may have succeeded.
    onSettled,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (chosen.length > 0 && !save.isPending) save.mutate();
  };
  return (
    <Dialog onClose={onClose} size="xl" title={title}>
      <form className={classes.form} onSubmit={submit}>
        <TransferBox
          {...box}
          chosen={chosen}
          onChange={setChosen}
          {...(tried && chosen.length === 0 && { error: missingText })}
        />
        <RolePicker label={t('organizations.roles.optional')} type={roleType} chosen={roles} onChange={setRoles} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={save.isPending}>
            {submitLabel}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
