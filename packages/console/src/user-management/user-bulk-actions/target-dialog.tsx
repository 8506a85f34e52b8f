// Chooses the role or organization of a bulk action.
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { keywordQuery, listQuery } from '../../kit/list-search.ts';
import { RemoteChoice, type RemoteOption, useKeyword } from '../../kit/remote-choice.tsx';
import classes from './user-bulk-actions.module.css';

type Action = 'assignRole' | 'addToOrganization';
type Props = {
  action: Action;
  title: string;
  busy: boolean;
  onSubmit: (target: { roleId: string } | { organizationId: string }) => void;
  onClose: () => void;
};

function useOptions(action: Action, keyword: string) {
  const { api } = useServices();
  const search = keyword === '' ? {} : { keyword };
  const options = { placeholderData: keepPreviousData, meta: { panel: true } };
  const roles = useQuery({
    ...api.management.listQuery('/roles', { query: { ...listQuery(search), type: 'User' } }),
    ...options,
    enabled: action === 'assignRole',
  });
  const organizations = useQuery({
    ...api.management.listQuery('/organizations', { query: keywordQuery(search) }),
    ...options,
    enabled: action === 'addToOrganization',
  });
  const { data } = action === 'assignRole' ? roles : organizations;
  return data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [];
}

export function TargetDialog({ action, title, busy, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<RemoteOption>();
  const { keyword, setTyped } = useKeyword(chosen?.label);
  const found = useOptions(action, keyword);
  const kind = action === 'assignRole' ? 'role' : 'organization';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (chosen && !busy) onSubmit(kind === 'role' ? { roleId: chosen.value } : { organizationId: chosen.value });
  };
  return (
    <Dialog unsaved={false} title={title} onClose={onClose}>
      <form className={classes.target} onSubmit={submit}>
        <p>{t('user-bulk-actions.target_text')}</p>
        <RemoteChoice
          label={t(`user-bulk-actions.${kind}`)}
          placeholder={t(`user-bulk-actions.${kind}_placeholder`)}
          chosen={chosen}
          found={found}
          onType={setTyped}
          onChange={(value) => setChosen(found.find((option) => option.value === value))}
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={busy} disabled={chosen === undefined}>
            {t(`user-bulk-actions.actions.${action}`)}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
