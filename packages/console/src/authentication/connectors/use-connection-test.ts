// A connection test with the form's unsaved values: opens the provider in a new window and follows the steps.

import { useMutation, useQuery } from '@tanstack/react-query';
import type { ConnectorTest } from '@tessera/contract/connector-tests';
import { isWebUrl } from '@tessera/contract/web-url';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { revealFirstError } from '../../kit/reveal-field.ts';
import type { ConnectorForm } from './config-field.tsx';
import { isShown } from './form-values.ts';
import { type Facts, wholeConfig } from './own-values.ts';
import { showIssues } from './show-issues.ts';
import { type Advice, adviceOf } from './test-failure.ts';

export type Stored = Parameters<typeof wholeConfig>[2];
type Options = { facts: Facts; form: ConnectorForm; connectorId: string; endpoint: string; stored?: Stored };

const interval = 1000;
/** The server may have to read what the provider publishes about itself. */
const patience = 60_000;
const size = 'popup,width=540,height=720';

const isOver = (test: ConnectorTest | undefined) => test?.status === 'succeeded' || test?.status === 'failed';

export function useConnectionTest({ facts, form, connectorId, endpoint, stored }: Options) {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const begin = useMutation({
    mutationFn: async (popup: Window | null) => {
      const config = wholeConfig(facts, form.getValues(), stored);
      const domain = endpoint === settings.tenantEndpoint ? undefined : new URL(endpoint).hostname;
      const body = { factoryId: facts.factoryId, connectorId, config, ...(domain && { domain }) };
      const { id, authorizationUri, redirectUri } = await api.management.post(
        '/connector-tests',
        { body },
        { timeout: patience },
      );
      // It may come from the form, and must not become a script of this page.
      if (!isWebUrl(authorizationUri)) throw new Error(authorizationUri);
      if (popup) {
        popup.opener = null;
        popup.location.replace(authorizationUri);
      }
      return { id, authorizationUri, redirectUri, isBlocked: popup === null };
    },
    meta: { silent: true },
    onError: (problem, popup) => {
      popup?.close();
      showIssues(form, problem);
    },
  });
  const params = { id: begin.data?.id ?? '' };
  const { data: test, error: lost } = useQuery({
    ...api.management.query('/connector-tests/:id', { params }),
    enabled: begin.data !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data) || state.error ? false : interval),
    gcTime: 0,
    meta: { silent: true },
  });

  const items = (facts.formItems ?? []).filter((item) => isShown(item, form.values));
  const failure = test?.failure;
  const advice: ReturnType<typeof adviceOf> | undefined = failure ? adviceOf(failure, items) : undefined;
  const field = advice?.field;
  const markField = useEffectEvent(() => {
    if (field) form.setFieldError(field.key, t('connectors.test.refused'));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failed test
  useEffect(() => markField(), [failure]);

  return {
    begin,
    test,
    advice: advice satisfies { advice: Advice } | undefined,
    isRunning: begin.isPending || (begin.data !== undefined && !isOver(test) && !lost),
    isLost: lost !== null,
    goToField: () => field && revealFirstError(form, { [field.key]: true }),
    cancel: () => begin.reset(),
    start: () => {
      if (begin.isPending) return;
      const checked = form.validate();
      if (checked.hasErrors) revealFirstError(form, checked.errors);
      // Opened before the request: later, browsers block it.
      else begin.mutate(window.open('', '_blank', size));
    },
  };
}
