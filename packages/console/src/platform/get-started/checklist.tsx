// Checklist to the first sign-in and a protected tenant. Steps complete themselves.
import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactElement, type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { allGuides } from '../../authentication/guides/registry.ts';
import classes from './checklist.module.css';
import type { Checklist, ChecklistStep, StepName } from './use-checklist.ts';

// Kept out of the first screen, which is small without it.
const ErrorState = lazy(async () => ({ default: (await import('../../kit/error-state.tsx')).ErrorState }));

const linkTo: Record<Exclude<StepName, 'application' | 'sign_in'>, (props: object) => ReactElement> = {
  branding: (props) => <Link to="/sign-in-experience/branding" {...props} />,
  methods: (props) => <Link to="/sign-in-experience/sign-up-and-sign-in" {...props} />,
  mfa: (props) => <Link to="/mfa" {...props} />,
  api: (props) => <Link to="/api-resources" {...props} />,
  email: (props) => <Link to="/profile" {...props} />,
};

function Actions({
  step,
  isNext,
  application,
}: { step: ChecklistStep; isNext: boolean } & Pick<Checklist, 'application'>) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const variant = isNext ? 'filled' : 'subtle';
  const { name, isDone } = step;
  if (name === 'sign_in') {
    return (
      <>
        {application && !isDone && (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/applications/$id/settings"
                params={{ id: application.id }}
                search={{ guide: allGuides }}
                {...props}
              />
            )}
          >
            {t('get-started.steps.sign_in.guide')}
          </Button>
        )}
        <Button
          variant={variant}
          component="a"
          href={`${settings.tenantEndpoint}/demo-app`}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={14} aria-hidden="true" />}
        >
          {t('get-started.steps.sign_in.action')}
          <span className="visually-hidden"> ({t('general.new_tab')})</span>
        </Button>
      </>
    );
  }
  if (name === 'application') {
    return application ? (
      <Button
        variant={variant}
        renderRoot={(props) => <Link to="/applications/$id/settings" params={{ id: application.id }} {...props} />}
      >
        {t('get-started.steps.application.open')}
      </Button>
    ) : (
      <Button variant={variant} renderRoot={(props) => <Link to="/applications/create" {...props} />}>
        {t('get-started.steps.application.action')}
      </Button>
    );
  }
  return (
    <Button variant={variant} renderRoot={linkTo[name]}>
      {t(`get-started.steps.${name}.action`)}
    </Button>
  );
}

function Step({
  step,
  isNext,
  application,
}: { step: ChecklistStep; isNext: boolean } & Pick<Checklist, 'application'>) {
  const { t } = useTranslation();
  const { name, isDone, detail } = step;
  return (
    <li className={classes.step} data-next={isNext || undefined} data-done={isDone || undefined}>
      <span className={classes.mark} aria-hidden="true">
        {isDone && <IconCheck size={14} stroke={2.5} />}
      </span>
      <div className={classes.about}>
        <span className={classes.title}>{t(`get-started.steps.${name}.title`)}</span>{' '}
        <span className="visually-hidden">
          {isDone ? t('get-started.checklist.done') : t('get-started.checklist.open')}
        </span>{' '}
        <bdi className={classes.detail}>{detail ?? t(`get-started.steps.${name}.text`)}</bdi>
      </div>
      <div className={classes.actions}>
        <Actions step={step} isNext={isNext} application={application} />
      </div>
    </li>
  );
}

/** "3 of 7 done", with one segment per step. */
export function Progress({ steps }: Pick<Checklist, 'steps'>) {
  const { t } = useTranslation();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className={classes.progress}>
      <span role="status">{t('get-started.checklist.progress', { done, total: steps.length })}</span>
      <span className={classes.meter} aria-hidden="true">
        {steps.map(({ name }, index) => (
          <span key={name} data-done={index < done || undefined} />
        ))}
      </span>
    </div>
  );
}

type Props = { checklist: Checklist | undefined; error: unknown; onRetry: () => void; onHide: () => void };

export function ChecklistPanel({ checklist, error, onRetry, onHide }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const content = (): ReactNode => {
    if (error) {
      return (
        <Suspense>
          <ErrorState error={error} onRetry={onRetry} />
        </Suspense>
      );
    }
    if (!checklist) {
      return (
        <div role="status" aria-label={t('general.loading')} className={classes.loading}>
          {[40, 55, 45, 60, 50].map((width) => (
            <Skeleton key={width} height={12} width={`${width}%`} />
          ))}
        </div>
      );
    }
    const { steps, application } = checklist;
    const next = steps.find(({ isDone }) => !isDone);
    return (
      <ol className={classes.steps}>
        {steps.map((step) => (
          <Step key={step.name} step={step} isNext={step === next} application={application} />
        ))}
      </ol>
    );
  };
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{t('get-started.checklist.title')}</h2>
        <span className={classes.detail}>{t('get-started.checklist.text')}</span>
        <Button className={classes.hide} variant="subtle" onClick={onHide}>
          {t('get-started.checklist.hide')}
        </Button>
      </div>
      {content()}
    </section>
  );
}
