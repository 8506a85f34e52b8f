// Whether users may skip the second factor in a browser where they have verified one, and for how long.
import { NumberInput, Switch } from '@mantine/core';
import { maxRememberedDays } from '@tessera/contract/remembered-days';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MfaValues } from './mfa-values.ts';

type Props = { values: MfaValues; error: ReactNode; onChange: (values: MfaValues) => void };

export function DeviceFields({ values, error, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Switch
        label={t('mfa.fields.remembersDevices')}
        description={t('mfa.devices_hint')}
        checked={values.remembersDevices}
        disabled={values.factors.length === 0}
        onChange={(event) => onChange({ ...values, remembersDevices: event.currentTarget.checked })}
      />
      {values.remembersDevices && (
        <NumberInput
          label={t('mfa.fields.rememberedDays')}
          description={t('mfa.days_hint')}
          value={values.rememberedDays}
          error={error}
          min={1}
          max={maxRememberedDays}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          onChange={(days) => onChange({ ...values, rememberedDays: days === '' ? '' : Number(days) })}
        />
      )}
    </>
  );
}
