// What a script brought when it was tried: its claims, or what went wrong and on which line.
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ScriptFailure } from '@tessera/contract/custom-jwt';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../app/problem.ts';
import { messageOf } from '../app/problems.tsx';
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

type Props = { claims: object | undefined; error: unknown; onClose: () => void };

export function TrialResult({ claims, error, onClose }: Props) {
  const { t } = useTranslation();
  const line = failureIn(error)?.line;
  const failed = error !== undefined;
  return (
    <section className={classes.result} aria-label={t('custom-jwt.test.result')}>
      <div className={classes.resultHead}>
        <strong>{t(failed ? 'custom-jwt.test.failed' : 'custom-jwt.test.claims')}</strong>
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
        <section className={classes.claims} dir="ltr" tabIndex={0} aria-label={t('custom-jwt.test.claims')}>
          <pre>{JSON.stringify(claims, null, 2)}</pre>
        </section>
      )}
    </section>
  );
}
