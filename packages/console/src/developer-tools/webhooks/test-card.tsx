// Sends test events with the form's unsaved values.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../app/problem.ts';
import { messageOf } from '../../app/problems.ts';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Notice } from '../../kit/notice.tsx';
import { configOf, type WebhookValues } from './hook-values.ts';
import { useProblemText } from './problem-text.ts';
import { type TestResult, useTestResult } from './test-result.ts';
import classes from './webhooks.module.css';

type TestFailure = { responseStatus?: number; responseBody?: string; reason?: string };

type Props = { hookId: string; values: WebhookValues; isValid: boolean };

export function TestCard({ hookId, values, isValid }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const problemText = useProblemText();
  const { result, keep, forget } = useTestResult(hookId);
  const place = useRef<HTMLDivElement>(null);
  const trial = useMutation({
    // One request can take ten seconds.
    mutationFn: () =>
      api.management.post('/hooks/:id/test', {
        params: { id: hookId },
        body: { events: values.events, config: configOf(values) },
      }),
    // The error is shown here.
    meta: { silent: true },
    onSuccess: () => keep({ url: values.url, time: Date.now() }),
    onError: (error) => {
      const failure = error instanceof ApiProblem ? ((error.data ?? {}) as TestFailure) : {};
      keep({
        url: values.url,
        time: Date.now(),
        message: failure.reason ? problemText(failure.reason) : messageOf(error, t),
        ...(failure.responseStatus !== undefined && { status: failure.responseStatus }),
        ...(failure.responseBody && { body: failure.responseBody }),
      });
    },
  });
  const { isPending } = trial;
  useEffect(() => {
    if (result && !isPending) place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [result, isPending]);
  return (
    <div className={classes.key}>
      <BusyButton
        variant="default"
        busy={isPending}
        disabled={!isValid}
        {...(!isValid && { title: t('webhooks.test.invalid') })}
        onClick={() => trial.mutate()}
      >
        {t('webhooks.test.send')}
      </BusyButton>
      {!isValid && <p className={classes.muted}>{t('webhooks.test.invalid')}</p>}
      {result && (
        <section ref={place} className={classes.result} aria-label={t('webhooks.test.result')}>
          <Notice
            severity={result.message === undefined ? 'success' : 'error'}
            urgent
            actions={
              <Button variant="default" onClick={forget}>
                {t('general.got_it')}
              </Button>
            }
          >
            <Result result={result} />
          </Notice>
        </section>
      )}
    </div>
  );
}

function Result({ result: { url, time, message, status, body } }: { result: TestResult }) {
  const { t, i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'medium' });
  return (
    <div className={classes.result}>
      <p>{message ?? t('webhooks.test.succeeded')}</p>
      <Facts
        facts={[
          { name: t('webhooks.test.url'), value: <bdi dir="ltr">{url}</bdi> },
          status !== undefined && { name: t('webhooks.test.status'), value: <bdi dir="ltr">{status}</bdi> },
          body !== undefined && { name: t('webhooks.test.body'), value: <bdi>{body}</bdi> },
          { name: t('webhooks.test.time'), value: format.format(time) },
        ]}
      />
    </div>
  );
}
