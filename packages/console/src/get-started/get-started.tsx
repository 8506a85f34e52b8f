// The ways to begin, as cards: an application, the sign-in pages, an API, and who may do what.
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { AccessControl } from './access-control.tsx';
import { CustomizeSignIn } from './customize-sign-in.tsx';
import classes from './get-started.module.css';
import { IntegrateApplication } from './integrate-application.tsx';
import { ProtectApi } from './protect-api.tsx';

export function GetStarted() {
  const { t } = useTranslation();
  const { settings } = useServices();
  return (
    <>
      <PageHeader title={t('get-started.title')} subtitle={t(`get-started.subtitle.${settings.edition}`)} />
      <div className={classes.cards}>
        <IntegrateApplication />
        <CustomizeSignIn />
        <ProtectApi />
        <AccessControl />
      </div>
    </>
  );
}
