// Creates a token and shows it once. A token is rotated by a second one; the first works until it is revoked.
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { CopyField } from '../../../kit/copy-field.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { type Days, ExpiryChoice, expiresIn } from '../../applications/expiry-choice.tsx';
import { SecretDialog } from '../../applications/secret-dialog.tsx';
import { nextSecretName } from '../../applications/secret-name.ts';
import classes from './provisioning.module.css';
import { tokensQuery } from './query.ts';

const nameTaken = 'scim.token_name_exists';

type Props = {
  ssoConnectorId: string;
  /** Names that are already in use. */
  names: readonly string[];
  /** Name of the token that the new one replaces. */
  replaced: string | undefined;
  onClose: () => void;
};

export function CreateToken({ ssoConnectorId, names, replaced, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const [days, setDays] = useState<Days>('365');
  // The name of a new token would be one of `names` once the list is updated.
  const [initialName] = useState(() => (replaced === undefined ? '' : nextSecretName(replaced, names)));
  const create = useMutation({
    mutationFn: (name: string) =>
      api.management.post('/sso-connectors/:ssoConnectorId/scim/tokens', {
        params: { ssoConnectorId },
        body: { name, expiresAt: expiresIn(days, Date.now()) ?? null },
      }),
    meta: { suppress: [nameTaken] },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokensQuery(api, ssoConnectorId).queryKey }),
  });
  if (create.data) return <NewToken token={create.data} replaced={replaced} onClose={onClose} />;
  return (
    <SecretDialog
      title={
        replaced === undefined
          ? t('scim-provisioning.tokens.create')
          : t('scim-provisioning.tokens.rotate_title', { name: replaced })
      }
      submitLabel={t(replaced === undefined ? 'general.create' : 'scim-provisioning.tokens.rotate')}
      nameLabel={t(replaced === undefined ? 'scim-provisioning.tokens.name' : 'scim-provisioning.tokens.new_name')}
      initialName={initialName}
      busy={create.isPending}
      error={create.error}
      taken={{ code: nameTaken, text: t('scim-provisioning.tokens.name_taken') }}
      onSubmit={create.mutate}
      onClose={onClose}
    >
      <ExpiryChoice days={days} onChange={setDays} />
    </SecretDialog>
  );
}

type NewProps = { token: { name: string; value: string }; replaced: string | undefined; onClose: () => void };

function NewToken({ token: { name, value }, replaced, onClose }: NewProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      onClose={onClose}
      title={t('scim-provisioning.tokens.created_title')}
      // A click outside must not lose a value that cannot be shown again.
      closeOnClickOutside={false}
    >
      <div className={classes.newToken}>
        <CopyField label={name} description={t('scim-provisioning.tokens.created_text')} value={value} secret />
        {replaced !== undefined && (
          <Notice severity="info">{t('scim-provisioning.tokens.replaced_text', { name: replaced })}</Notice>
        )}
      </div>
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('scim-provisioning.tokens.done')}
        </Button>
      </div>
    </Dialog>
  );
}
