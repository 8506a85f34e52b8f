// Test result of a script: the claims and resulting token or the error with its line, and the output of the script.
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { TestRun } from '@tessera/contract/custom-jwt';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../app/problems.ts';
import { useServices } from '../../app/services.tsx';
import { type Failure, failureText } from './script-failure.ts';
import classes from './trial-result.module.css';

type Sample = { [field in 'jti' | 'scope' | 'clientId' | 'accountId']?: string | undefined } & { aud?: unknown };
type Props = { result: TestRun | undefined; token: Sample | undefined; error: unknown; onClose: () => void };

/** The token payload an API would receive: standard claims plus the script's. */
const payloadOf = ({ jti, aud, scope, clientId, accountId }: Sample, issuer: string, claims: object) => ({
  jti,
  sub: accountId ?? clientId,
  scope,
  client_id: clientId,
  iss: issuer,
  aud,
  ...claims,
});

function Json({ label, value }: { label: string; value: object }) {
  return (
    <div>
      <p className={classes.title}>{label}</p>
      <pre dir="ltr">{JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}

function FailureText({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  return (
    <p className={classes.failure} role="alert">
      {failure.line !== undefined && `${t('custom-jwt.line', { line: failure.line })} `}
      <bdi>{failureText(failure, t)}</bdi>
    </p>
  );
}

function Output({ lines }: { lines: TestRun['output'] }) {
  const { t } = useTranslation();
  return (
    <div>
      <p className={classes.title}>{t('custom-jwt.test.output')}</p>
      <ol className={classes.output} dir="ltr">
        {lines.map(({ level, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
          <li key={index} data-level={level}>
            {text}
          </li>
        ))}
      </ol>
    </div>
  );
}

export function TrialResult({ result, token = {}, error, onClose }: Props) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const { claims = null, ignoredClaims = [], output = [], failure = null } = result ?? {};
  const denied = failure?.code === 'AccessDenied';
  const title = denied ? 'denied' : failure || error !== undefined ? 'failed' : 'result';
  return (
    <section className={classes.result} aria-label={t('custom-jwt.test.result')}>
      <div className={classes.head}>
        <strong>{t(`custom-jwt.test.${title}`)}</strong>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('general.close')} onClick={onClose}>
          <IconX size={14} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <section className={classes.body} tabIndex={0} aria-label={t('custom-jwt.test.claims')}>
        {error !== undefined && (
          <p className={classes.failure} role="alert">
            {messageOf(error, t)}
          </p>
        )}
        {failure && <FailureText failure={failure} />}
        {ignoredClaims.length > 0 && (
          <p className={classes.ignored} role="status">
            {t('custom-jwt.test.ignored', { claims: `\u2066${ignoredClaims.join(', ')}\u2069` })}
          </p>
        )}
        {claims && (
          <div className={classes.claims}>
            <Json label={t('custom-jwt.test.claims')} value={claims} />
            <Json
              label={t('custom-jwt.test.token')}
              value={payloadOf(token, `${settings.tenantEndpoint}/oidc`, claims)}
            />
          </div>
        )}
        {output.length > 0 && <Output lines={output} />}
      </section>
    </section>
  );
}
