// Who may do what: roles, and the permissions they hold.
import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from './card.tsx';
import classes from './get-started.module.css';

export function AccessControl() {
  const { t } = useTranslation();
  return (
    <Card icon={IconUserShield} title={t('get-started.access.title')} text={t('get-started.access.text')}>
      <div className={classes.actions}>
        <Button variant="default" renderRoot={(props) => <Link to="/roles" {...props} />}>
          {t('get-started.access.roles')}
        </Button>
      </div>
    </Card>
  );
}
