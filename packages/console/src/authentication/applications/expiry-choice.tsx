// Choice of a secret's expiry, with the resulting date.
import { NativeSelect } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const day = 86_400_000;

/** The value of the select field. */
export type Days = 'never' | '1' | '7' | '30' | '90' | '180' | '365';
const lifetimes: readonly Days[] = ['7', '30', '180', '365', 'never'];

export const expiresIn = (days: Days, from: number) => (days === 'never' ? undefined : from + Number(days) * day);

type Props<D extends Days> = { days: D; onChange: (days: D) => void; choices?: readonly D[]; label?: string };

export function ExpiryChoice<D extends Days>({ days, onChange, choices = lifetimes as readonly D[], label }: Props<D>) {
  const { t, i18n } = useTranslation();
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  const end = expiresIn(days, now);
  const moment = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <NativeSelect
      mt="md"
      label={label ?? t('applications.secrets.expiration')}
      rightSection={<IconChevronDown size={16} />}
      value={days}
      onChange={(event) => onChange(event.currentTarget.value as D)}
      description={
        end === undefined
          ? t('applications.secrets.never_hint')
          : t('applications.secrets.expires_at', { moment: moment.format(end) })
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={choices.map((choice) => ({
        value: choice,
        label: choice === 'never' ? t('expiry.never') : t('applications.secrets.in_days', { count: Number(choice) }),
      }))}
    />
  );
}
