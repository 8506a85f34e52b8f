// What is wrong with a step, the provider's response, and the way to the field.
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SsoTestStep } from '@tessera/contract/sso-connector-tests';
import { useTranslation } from 'react-i18next';
import type { SsoConnectorDetails } from '../query.ts';
import { Audience, RedirectUri } from './registered-values.tsx';
import classes from './test-connection.module.css';
import { fieldLabels, fieldOnPage } from './test-fields.ts';

/** The page of a setup link shows no users, and domains only if there is something to verify. */
export type Setup = { onGoToDomains?: () => void };

type Props = {
  step: SsoTestStep;
  connector: SsoConnectorDetails;
  redirectUri: string;
  onGoTo: (field: string) => void;
  setup: Setup | undefined;
};

function GoToDomains({ id, setup }: { id: string; setup: Setup | undefined }) {
  const { t } = useTranslation();
  const label = t('sso-connectors.test.go_to', { label: t('sso-connectors.domains') });
  const look = { variant: 'default', size: 'compact-sm' } as const;
  if (!setup) {
    return (
      <Button {...look} renderRoot={(props) => <Link to="/enterprise-sso/$id/experience" params={{ id }} {...props} />}>
        {label}
      </Button>
    );
  }
  const { onGoToDomains } = setup;
  return onGoToDomains ? (
    <Button {...look} onClick={onGoToDomains}>
      {label}
    </Button>
  ) : null;
}

export function StepProblem({ step, connector, redirectUri, onGoTo, setup }: Props) {
  const { t } = useTranslation();
  const { status, problem, response } = step;
  if (!problem) return null;
  const field = fieldOnPage(connector, problem);
  return (
    <div className={classes.problem} data-status={status}>
      <p className={classes.problemTitle}>{problem.title}</p>
      <p className={classes.problemText}>{problem.text}</p>
      {response && (
        <details className={classes.response}>
          <summary>{t('sso-connectors.test.response')}</summary>
          <pre dir="ltr">{response.body}</pre>
        </details>
      )}
      {problem.field === 'redirectUri' && <RedirectUri connector={connector} value={redirectUri} />}
      {problem.field === 'audience' && <Audience connector={connector} />}
      {problem.field === 'domains' && <GoToDomains id={connector.id} setup={setup} />}
      {field && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowLeft className={classes.arrow} size={14} aria-hidden="true" />}
          onClick={() => onGoTo(field)}
        >
          {t('sso-connectors.test.go_to', { label: t(`sso-connectors.fields.${fieldLabels[field]}`) })}
        </Button>
      )}
    </div>
  );
}
