// Unlocks users who are locked out.
import { Button } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TagInput } from '../../kit/tag-input.tsx';
import classes from './security.module.css';
import { useUnlock } from './use-unlock.ts';

const maxLength = 256;
const maxTargets = 500;

/** Phone numbers are stored and counted without the leading plus. */
const asTyped = (name: string) => name.replace(/^\+(?=\d+$)/, '');

export function UnlockDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [targets, setTargets] = useState<string[]>([]);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();

  const unlock = useUnlock(onClose);
  const check = (name: string): string | undefined => {
    if (name.length > maxLength) return t('fields.too_long', { max: maxLength });
    if (targets.length >= maxTargets) return t('security.unlock.too_many', { max: maxTargets });
    return targets.includes(asTyped(name.toLowerCase())) ? t('fields.duplicate') : undefined;
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rest = typed.trim().toLowerCase();
    const names = [...new Set([...targets, ...(rest === '' ? [] : [asTyped(rest)])])];
    if (names.length === 0) return setError(t('fields.required'));
    if (!unlock.isPending) unlock.mutate(names);
  };

  return (
    <Dialog onClose={onClose} title={t('security.unlock.title')}>
      <form onSubmit={submit} noValidate className={classes.dialog}>
        <p>{t('security.unlock.text')}</p>
        <p>{t('security.unlock.caution')}</p>
        <TagInput
          label={t('security.unlock.names')}
          description={t('security.unlock.names_hint')}
          values={targets}
          typed={typed}
          check={check}
          error={error}
          onChange={(names) => setTargets([...new Set(names.map(asTyped))])}
          onType={(text) => {
            setTyped(text);
            setError(undefined);
          }}
          data-path="targets"
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={unlock.isPending}>
            {t('security.unlock.confirm')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
