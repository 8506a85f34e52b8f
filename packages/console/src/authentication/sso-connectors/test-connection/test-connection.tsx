// Test connection: a real sign-in in a new window, with each step and the field to change.
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { SsoTestStep } from '@tessera/contract/sso-connector-tests';
import { type ReactNode, useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../app/problems.ts';
import { BusyButton } from '../../../kit/busy-button.tsx';
import { LabeledCopyButton } from '../../../kit/copy-button.tsx';
import { DateText } from '../../../kit/date-text.tsx';
import { NewTabLink } from '../../../kit/new-tab-link.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { revealFirstError } from '../../../kit/reveal-field.ts';
import type { ConnectionForm } from '../connection-form.ts';
import { isConfigured } from '../connector-status.ts';
import type { SsoConnectorDetails } from '../query.ts';
import { FoundUser, MappedAttributes } from './found-user.tsx';
import { Audience, RedirectUri } from './registered-values.tsx';
import { reportOf } from './report.ts';
import { type Setup, StepProblem } from './step-problem.tsx';
import classes from './test-connection.module.css';
import { fieldOnPage } from './test-fields.ts';
import { TestStep } from './test-step.tsx';
import { isOver, useConnectionTest } from './use-connection-test.ts';

/** Their names are those of protocols. */
const standards: readonly string[] = ['OIDC', 'SAML'];

type Props = {
  connector: SsoConnectorDetails;
  form: ConnectionForm;
  isUnsaved: boolean;
  setup?: Setup;
  children: ReactNode;
};

/** The panel beside the form, or above it when narrow. */
export function TestConnection({ children, ...panel }: Props) {
  return (
    <div className={classes.frame}>
      <div className={classes.split}>
        {isConfigured(panel.connector) && <Panel {...panel} />}
        <div className={classes.form}>{children}</div>
      </div>
    </div>
  );
}

function Panel({ connector, form, isUnsaved, setup }: Omit<Props, 'children'>) {
  const { t, i18n } = useTranslation();
  const titleId = useId();
  const { begin, test, isWaiting, isAbandoned, isLost, isRunning, blockedUri, start } = useConnectionTest(connector.id);
  const failed = test?.steps.find(({ status }) => status === 'failed');
  const failedField = fieldOnPage(connector, failed?.problem);
  const markField = useEffectEvent(() => {
    if (failedField && failed?.problem) form.setFieldError(failedField, failed.problem.text);
  });
  const failure = failed && `${test?.id} ${failedField}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failed test
  useEffect(() => markField(), [failure]);
  const goTo = (field: string) => revealFirstError(form, { [field]: true });
  const { name: product, connectorName, providerName } = connector;
  const isSaml = connector.providerType === 'saml';
  const abandoned = isSaml ? 'abandoned_saml' : 'abandoned';
  const provider = standards.includes(providerName) ? connectorName : product;
  const titleOf = (name: SsoTestStep['name']) => t(`sso-connectors.test.steps.${name}`, { provider });

  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <header className={classes.head}>
        <h2 id={titleId}>{t('sso-connectors.test.title')}</h2>
        {test && (
          <span className={classes.when}>
            <DateText value={test.createdAt} />
          </span>
        )}
        <span className={classes.actions}>
          {test && isOver(test) && (
            <LabeledCopyButton
              label={t('sso-connectors.test.copy_report')}
              value={reportOf(connector, test, titleOf, i18n.language)}
            />
          )}
          <BusyButton
            variant={test ? 'default' : 'light'}
            busy={isRunning}
            leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
            onClick={start}
          >
            {t(test ? 'sso-connectors.test.again' : 'sso-connectors.test.run')}
          </BusyButton>
        </span>
      </header>
      <div className={classes.body}>
        {!test && <p className={classes.detail}>{t('sso-connectors.test.text')}</p>}
        {isUnsaved && <Notice severity="info">{t('sso-connectors.test.unsaved')}</Notice>}
        {begin.error && (
          <Notice severity="error" urgent>
            {messageOf(begin.error, t)}
          </Notice>
        )}
        {isLost && <Notice severity="warning">{t('sso-connectors.test.expired')}</Notice>}
        {test && (
          <ol className={classes.steps} aria-label={t('sso-connectors.test.title')} aria-live="polite">
            {test.steps.map((step) => (
              <TestStep
                key={step.name}
                title={titleOf(step.name)}
                step={isAbandoned && step.status === 'running' ? { ...step, status: 'failed' } : step}
              >
                <StepProblem
                  step={step}
                  connector={connector}
                  redirectUri={test.redirectUri}
                  onGoTo={goTo}
                  setup={setup}
                />
                {step.name === 'attributes' && <MappedAttributes attributes={test.attributes} />}
                {step.name === 'user' && <FoundUser user={test.user} attributes={test.attributes} canOpen={!setup} />}
                {isWaiting && step.status === 'running' && (
                  <>
                    <p className={classes.detail}>{t(`sso-connectors.test.${isAbandoned ? abandoned : 'waiting'}`)}</p>
                    {blockedUri !== null && <NewTabLink href={blockedUri}>{t('sso-connectors.test.open')}</NewTabLink>}
                    {isAbandoned && (
                      <>
                        <Audience connector={connector} />
                        <RedirectUri connector={connector} value={test.redirectUri} />
                        {!isSaml && (
                          <Button variant="default" size="compact-sm" onClick={() => goTo('clientId')}>
                            {t('sso-connectors.test.go_to', { label: t('sso-connectors.fields.client_id') })}
                          </Button>
                        )}
                      </>
                    )}
                  </>
                )}
              </TestStep>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
