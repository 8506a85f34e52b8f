// The pages that people sign in at: how they look, and what they are like.
import { Button } from '@mantine/core';
import { IconExternalLink, IconPalette } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { Card } from './card.tsx';
import classes from './get-started.module.css';

export function CustomizeSignIn() {
  const { t } = useTranslation();
  const { settings } = useServices();
  return (
    <Card icon={IconPalette} title={t('get-started.sign_in.title')} text={t('get-started.sign_in.text')}>
      <div className={classes.actions}>
        <Button variant="default" renderRoot={(props) => <Link to="/sign-in-experience" {...props} />}>
          {t('get-started.sign_in.customize')}
        </Button>
        <Button
          variant="default"
          component="a"
          href={`${settings.tenantEndpoint}/demo-app`}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={14} aria-hidden="true" />}
        >
          {t('get-started.sign_in.try')}
          <span className="visually-hidden"> ({t('general.new_tab')})</span>
        </Button>
      </div>
    </Card>
  );
}
