// What a script brought when it was tried: its claims and the token with them, or what went wrong and on which line.
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ScriptFailure } from '@tessera/contract/custom-jwt';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../app/problem.ts';
import { messageOf } from '../app/problems.tsx';
import { useServices } from '../app/services.tsx';
import classes from './script-page.module.css';

type Failure = { message?: string; code?: string; reason?: ScriptFailure; line?: number };

export const failureIn = (error: unknown): Failure | undefined =>
  error instanceof ApiProblem && error.code === 'jwt_customizer.general' ? ((error.data ?? {}) as Failure) : undefined;

/** What the script itself said is shown as it is; what its sandbox said, in the reader's language. */
function textOf(error: unknown, t: TFunction): string {
  const failure = failureIn(error);
  if (!failure) return messageOf(error, t);
  const { message = '', code, reason = 'thrown' } = failure;
  if (code === 'AccessDenied') return t('custom-jwt.test.denied', { message });
  return reason === 'thrown' || reason === 'syntax' ? message : t(`custom-jwt.test.failures.${reason}`);
}

type Sample = { [field in 'jti' | 'scope' | 'clientId' | 'accountId']?: string | undefined } & { aud?: unknown };
type Props = { claims: object | undefined; token: Sample | undefined; error: unknown; onClose: () => void };

/** What an API would read: the words of the protocol for what the script was given, and the claims. */
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
      <p className={classes.jsonTitle}>{label}</p>
      <pre dir="ltr">{JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}

export function TrialResult({ claims = {}, token = {}, error, onClose }: Props) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const line = failureIn(error)?.line;
  const failed = error !== undefined;
  return (
    <section className={classes.result} aria-label={t('custom-jwt.test.result')}>
      <div className={classes.resultHead}>
        <strong>{t(failed ? 'custom-jwt.test.failed' : 'custom-jwt.test.result')}</strong>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('general.close')} onClick={onClose}>
          <IconX size={14} />
        </ActionIcon>
      </div>
      {failed ? (
        <p className={classes.failure} role="alert">
          {line !== undefined && `${t('custom-jwt.line', { line })} `}
          <bdi>{textOf(error, t)}</bdi>
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
        <section className={classes.claims} tabIndex={0} aria-label={t('custom-jwt.test.claims')}>
          <Json label={t('custom-jwt.test.claims')} value={claims} />
          <Json
            label={t('custom-jwt.test.token')}
            value={payloadOf(token, `${settings.tenantEndpoint}/oidc`, claims)}
          />
        </section>
      )}
    </section>
  );
}
