// Confirms a key rotation: its effect, and for private keys the algorithm.
import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SigningKeyAlgorithm } from '@tessera/contract/signing-keys';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { type Key, type KeyKind, keysQuery, rotateKeys, rotationQuery } from './key-kinds.ts';
import classes from './signing-keys.module.css';

/** The recommended one first. */
const algorithms: SigningKeyAlgorithm[] = ['EC', 'RSA'];

type Props = { kind: KeyKind; keys: readonly Key[]; onClose: () => void };

export function RotateDialog({ kind, keys, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [algorithm, setAlgorithm] = useState<SigningKeyAlgorithm>('EC');
  const previous = keys[1];

  const rotate = useMutation({
    mutationFn: () => rotateKeys(api, kind, algorithm),
    onSuccess: (rotated) => {
      queryClient.setQueryData(keysQuery(api, kind).queryKey, rotated);
      void queryClient.invalidateQueries({ queryKey: rotationQuery(api).queryKey });
      toast(t('signing-keys.rotate.done'));
      onClose();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!rotate.isPending) rotate.mutate();
  };

  return (
    <Dialog onClose={onClose} title={t(`signing-keys.rotate.${kind}_title`)}>
      <form onSubmit={submit} className={classes.dialog}>
        <p>{t(`signing-keys.rotate.${kind}_text`)}</p>
        {previous && (
          <Notice severity="warning">
            {t(`signing-keys.rotate.dropped_${kind}`, { id: `\u2068${previous.id}\u2069` })}
          </Notice>
        )}
        {kind === 'private' && (
          <NativeSelect
            label={t('signing-keys.rotate.algorithm')}
            description={t('signing-keys.rotate.algorithm_hint')}
            value={algorithm}
            data={algorithms.map((value) => ({
              value,
              label: t(`signing-keys.algorithms.${value}`),
            }))}
            onChange={(event) => setAlgorithm(event.currentTarget.value as SigningKeyAlgorithm)}
          />
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" color="red" busy={rotate.isPending}>
            {t('signing-keys.rotate.confirm')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
