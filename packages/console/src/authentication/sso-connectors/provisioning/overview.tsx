// Numbers of the Provisioning tab.
import type { ScimSettings } from '@tessera/contract/scim-provisioning';
import { useTranslation } from 'react-i18next';
import { Card } from './card.tsx';
import classes from './provisioning.module.css';

const counts = {
  users: 'userCount',
  deactivated: 'deactivatedUserCount',
  groups: 'groupCount',
  failures: 'failureCount',
} as const satisfies Record<string, keyof ScimSettings>;

export function Overview({ settings }: { settings: ScimSettings }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Card title={t('scim-provisioning.overview.title')}>
      <dl className={classes.counts}>
        {(['users', 'deactivated', 'groups', 'failures'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`scim-provisioning.overview.${name}`)}</dt>
            <dd>{number.format(settings[counts[name]])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
