// Since when an application exists, and how many sign-ins it had.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import type { ApplicationData } from '../application.ts';
import classes from './health.module.css';
import { healthQuery } from './query.ts';

export function ApplicationFacts({ application: { id, createdAt } }: Pick<ApplicationData, 'application'>) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const { data } = useQuery(healthQuery(api, id));
  const created = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(createdAt);
  const signIns = data?.days.reduce((sum, day) => sum + day.signIns, 0) ?? 0;
  return (
    <>
      <span className={classes.fact}>{t('application-health.facts.created', { date: created })}</span>
      {signIns > 0 && (
        <span className={classes.fact}>
          {t('application-health.facts.sign_ins', {
            count: signIns,
            number: new Intl.NumberFormat(i18n.language).format(signIns),
          })}
        </span>
      )}
    </>
  );
}
