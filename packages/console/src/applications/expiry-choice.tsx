// How long a secret works: some days, or until somebody deletes it. Says when that is.
import { NativeSelect } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const choices = [7, 30, 180, 365] as const;
const day = 86_400_000;

/** As the field holds it. */
export type Days = 'never' | `${(typeof choices)[number]}`;

export const expiresIn = (days: Days, from: number) => (days === 'never' ? undefined : from + Number(days) * day);

export function ExpiryChoice({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const { t, i18n } = useTranslation();
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  const end = expiresIn(days, now);
  const moment = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <NativeSelect
      mt="md"
      label={t('applications.secrets.expiration')}
      rightSection={<IconChevronDown size={16} />}
      value={days}
      onChange={(event) => onChange(event.currentTarget.value as Days)}
      description={
        end === undefined
          ? t('applications.secrets.never_hint')
          : t('applications.secrets.expires_at', { moment: moment.format(end) })
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        ...choices.map((count) => ({ value: String(count), label: t('applications.secrets.in_days', { count }) })),
        { value: 'never', label: t('expiry.never') },
      ]}
    />
  );
}
