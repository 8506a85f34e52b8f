// Tests a social connector before it is saved: the steps, the provider's answer and the field to change.
import { Button } from '@mantine/core';
import { IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import type { ConnectorTest, ConnectorTestStep } from '@tessera/contract/connector-tests';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../app/problem.ts';
import { messageOf } from '../../app/problems.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { CopyField } from '../../kit/copy-field.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { NewTabLink } from '../../kit/new-tab-link.tsx';
import { Notice } from '../../kit/notice.tsx';
import { isSaml } from './callback-urls.tsx';
import type { ConnectorForm } from './config-field.tsx';
import classes from './connection-test.module.css';
import { useDomainChoice } from './domain-choice.tsx';
import type { Facts } from './own-values.ts';
import { type Stored, useConnectionTest } from './use-connection-test.ts';

const steps = ['request', 'authorization', 'token', 'profile'] as const;
type State = 'done' | 'failed' | 'running' | 'open';
const marks = { done: <IconCheck size={12} stroke={3} />, failed: <IconX size={12} stroke={3} /> };

/** Some providers issue no tokens: the step is left out. */
const shownSteps = ({ status, steps: completed }: ConnectorTest) =>
  status === 'succeeded' ? completed.map(({ name }) => name) : steps;

const stateOf = ({ status, steps: completed, failure }: ConnectorTest, name: ConnectorTestStep): State => {
  if (completed.some((one) => one.name === name)) return 'done';
  if (failure?.step === name) return 'failed';
  return status !== 'failed' && steps[completed.length] === name ? 'running' : 'open';
};

function useDuration() {
  const { i18n } = useTranslation();
  return (durationMs: number) => {
    const [value, unit] = durationMs < 1000 ? [durationMs, 'millisecond'] : [durationMs / 1000, 'second'];
    return new Intl.NumberFormat(i18n.language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
  };
}

function Profile({ profile }: { profile: NonNullable<ConnectorTest['profile']> }) {
  const { t } = useTranslation();
  const { id, name, email, unverifiedEmail, phone, unverifiedPhone } = profile;
  const verified = email ?? phone;
  const address = verified ?? unverifiedEmail ?? unverifiedPhone;
  return (
    <span className={classes.detail}>
      <bdi>{name ?? id}</bdi>
      {address !== undefined && (
        <>
          {' · '}
          <bdi dir="ltr">{address}</bdi> · {t(`connectors.test.${verified === undefined ? 'unverified' : 'verified'}`)}
        </>
      )}
    </span>
  );
}

type StepProps = { test: ConnectorTest; step: ConnectorTestStep; name: string; children: ReactNode };

function Step({ test, step, name, children }: StepProps) {
  const { t } = useTranslation();
  const duration = useDuration();
  const state = stateOf(test, step);
  const took = test.steps.find((one) => one.name === step);
  const text = state === 'running' ? 'open' : state;
  return (
    <li className={classes.step} data-state={state}>
      <span className={classes.mark} aria-hidden="true">
        {state === 'done' || state === 'failed' ? marks[state] : null}
      </span>
      <div className={classes.words}>
        <span className={classes.title}>
          <span className="visually-hidden">{t(`connectors.test.states.${state}`)}: </span>
          {t(`connectors.test.steps.${step}.${text}`, { name })}
        </span>
        {children}
      </div>
      {took && <span className={classes.duration}>{duration(took.durationMs)}</span>}
    </li>
  );
}

type Props = { facts: Facts; form: ConnectorForm; connectorId: string; name: string; stored?: Stored };

export function ConnectionTest({ name, ...props }: Props) {
  const { t } = useTranslation();
  const { endpoint, domainField } = useDomainChoice(t('connectors.test.domain_hint'));
  const { begin, test, advice, isRunning, isLost, goToField, cancel, start } = useConnectionTest({
    ...props,
    endpoint,
  });
  const { data: started, error } = begin;
  // SAML has its URL in the configuration.
  const hasRedirectUri = !isSaml(props.facts);
  const redirectUri = started && hasRedirectUri && (
    <div className={classes.uri}>
      <CopyField label={t('connectors.setup.callback_url')} value={started.redirectUri} />
    </div>
  );
  const failed = test?.failure && advice && (
    <div className={classes.failure}>
      <p>{t(`connectors.test.advice.${advice.advice}`, { name })}</p>
      {advice.advice === 'redirect' && redirectUri}
      {test.failure.reason !== null && (
        <p className={classes.answer}>
          <span className={classes.answerTitle}>{t('connectors.test.answer')}</span>
          <code dir="ltr">{test.failure.reason}</code>
        </p>
      )}
      {advice.field && (
        <Button variant="default" size="compact-sm" onClick={goToField}>
          {t('connectors.test.go_to', { label: advice.field.label })}
        </Button>
      )}
    </div>
  );
  const reason = () => {
    // Its details name the fields, which show their errors.
    if (error instanceof ApiProblem && error.code === 'connector.invalid_config') return error.message;
    return messageOf(error, t);
  };
  return (
    <FormSection title={t('connectors.test.title')} text={t('connectors.test.connection_text', { name })}>
      {hasRedirectUri && domainField}
      <div className={classes.actions}>
        <BusyButton
          variant="default"
          busy={isRunning}
          leftSection={started && <IconRefresh size={14} aria-hidden="true" />}
          onClick={start}
        >
          {t(started ? 'connectors.test.again' : 'connectors.test.run')}
        </BusyButton>
        {isRunning && started && (
          <Button variant="subtle" color="gray" onClick={cancel}>
            {t('general.cancel')}
          </Button>
        )}
      </div>
      {error && (
        <Notice severity="error" urgent>
          <span className={classes.reason}>{reason()}</span>
        </Notice>
      )}
      {isLost && <Notice severity="warning">{t('connectors.test.expired')}</Notice>}
      {started && test && !isLost && (
        <ol className={classes.steps} aria-label={t('connectors.test.title')} aria-live="polite">
          {shownSteps(test).map((step) => (
            <Step key={step} test={test} step={step} name={name}>
              {test.failure?.step === step && failed}
              {step === 'profile' && test.profile && <Profile profile={test.profile} />}
              {step === 'authorization' && test.status === 'waiting' && (
                <>
                  <span className={classes.detail}>
                    {started.isBlocked && `${t('connectors.test.blocked')} `}
                    {t('connectors.test.waiting', { name })}
                  </span>
                  {started.isBlocked && (
                    <NewTabLink href={started.authorizationUri}>{t('connectors.test.open', { name })}</NewTabLink>
                  )}
                  {redirectUri}
                </>
              )}
            </Step>
          ))}
        </ol>
      )}
    </FormSection>
  );
}
