// The signing key of a webhook, with copy and regenerate.
import { Button, Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '@tessera/contract/webhooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { CopyField } from '../../kit/copy-field.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { aboutWebhooks, revealWebhook } from './query.ts';
import classes from './webhooks.module.css';

const overlaps = [0, 1, 24, 72, 168] as const;

export function SigningKey({ hook: { id, signingKey, previousKeyExpiresAt } }: { hook: Webhook }) {
  const { t, i18n } = useTranslation();
  const { api, settings } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const renew = useMutation({
    mutationFn: (overlapHours: number) =>
      api.management.patch('/hooks/:id/signing-key', { params: { id }, query: { overlapHours: String(overlapHours) } }),
    onSuccess: () => queryClient.invalidateQueries({ predicate: aboutWebhooks }),
  });
  // Legacy webhooks may have no key; create one without asking.
  const complete = useEffectEvent(() => {
    if (signingKey === '' && renew.isIdle) renew.mutate(0);
  });
  useEffect(() => complete(), []);
  const [overlap, setOverlap] = useState<number>(24);
  const ask = async () => {
    const agreed = await confirm({
      title: t('webhooks.settings.renew_title'),
      text: t(`webhooks.settings.renew_texts.${overlap === 0 ? 'now' : 'later'}`),
      confirmLabel: t('webhooks.settings.renew'),
      danger: true,
    });
    if (agreed) renew.mutate(overlap, { onSuccess: () => toast(t('webhooks.settings.renewed_toast')) });
  };
  return (
    <div className={classes.key}>
      <CopyField
        label={t('webhooks.settings.key')}
        description={t('webhooks.settings.key_hint', { header: settings.wire.signatureHeader })}
        value={async () => (await revealWebhook(api, id)).signingKey}
        secret
      />
      {previousKeyExpiresAt !== undefined && previousKeyExpiresAt > Date.now() && (
        <p className={classes.muted}>
          {t('webhooks.settings.previous_key', {
            header: settings.wire.previousSignatureHeader,
            time: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
              previousKeyExpiresAt,
            ),
          })}
        </p>
      )}
      <Select
        label={t('webhooks.settings.overlap')}
        description={t('webhooks.settings.overlap_hint')}
        data={overlaps.map((hours) => ({ value: String(hours), label: t(`webhooks.settings.overlaps.${hours}`) }))}
        value={String(overlap)}
        allowDeselect={false}
        onChange={(hours) => setOverlap(Number(hours))}
      />
      <Button variant="default" onClick={() => void ask()}>
        {t('webhooks.settings.renew')}
      </Button>
    </div>
  );
}
