// A connection test: opens the identity provider in a new window and follows the steps. The test is part of the URL.

import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SsoConnectorTest } from '@tessera/contract/sso-connector-tests';
import { isWebUrl } from '@tessera/contract/web-url';
import { useEffect, useState } from 'react';
import type { Api } from '../../../app/api.ts';
import { useServices } from '../../../app/services.tsx';

const interval = 1000;
/** The server reads what the provider publishes first. */
const patience = 60_000;
const size = 'popup,width=540,height=720';

export const isOver = (test: SsoConnectorTest | undefined) => test?.status === 'succeeded' || test?.status === 'failed';

const testQuery = (api: Api, id: string, testId: string | undefined) => ({
  ...api.management.query('/sso-connectors/:id/tests/:testId', { params: { id, testId: testId ?? '' } }),
  enabled: testId !== undefined,
  refetchInterval: ({ state }: { state: { data: SsoConnectorTest | undefined; error: Error | null } }) =>
    isOver(state.data) || state.error ? (false as const) : interval,
  retry: false,
  meta: { silent: true },
});

/** The test in the URL, for the header and the panel. */
export function useShownTest(id: string) {
  const { api } = useServices();
  const { test: testId } = useSearch({ strict: false });
  return useQuery(testQuery(api, id, testId));
}

/** Whether the window was closed. Some providers cut the connection to it, which looks the same. */
function useIsClosed(popup: Window | null | undefined) {
  const [closed, setClosed] = useState<Window>();
  useEffect(() => {
    if (!popup) return;
    const timer = setInterval(() => {
      if (popup.closed) setClosed(popup);
    }, interval);
    return () => clearInterval(timer);
  }, [popup]);
  return popup !== null && popup !== undefined && closed === popup;
}

export function useConnectionTest(id: string) {
  const { api } = useServices();
  const navigate = useNavigate();
  const { data: test, error: lost } = useShownTest(id);
  const begin = useMutation({
    mutationFn: async (popup: Window | null) => {
      const params = { id };
      const started = await api.management.post('/sso-connectors/:id/tests', { params }, { timeout: patience });
      const { id: testId, authorizationUri } = started;
      // It comes from the provider, and must not become a script of this page.
      if (authorizationUri !== null && !isWebUrl(authorizationUri)) throw new Error(authorizationUri);
      if (popup && authorizationUri !== null) {
        popup.opener = null;
        popup.location.replace(authorizationUri);
      } else popup?.close();
      await navigate({ to: '.', search: { test: testId }, replace: true });
      return { authorizationUri, popup };
    },
    meta: { silent: true },
    onError: (_, popup) => popup?.close(),
  });
  const isClosed = useIsClosed(begin.data?.popup);
  const isWaiting = test?.status === 'waiting' && !lost;
  return {
    begin,
    test,
    isWaiting,
    /** The provider has probably shown an error of its own. */
    isAbandoned: isWaiting && isClosed,
    isLost: lost !== null && !isOver(test),
    isRunning: begin.isPending || (test !== undefined && !isOver(test) && !lost && !isClosed),
    blockedUri: begin.data?.popup === null ? begin.data.authorizationUri : null,
    start: () => {
      // Opened before the request: later, browsers block it.
      if (!begin.isPending) begin.mutate(window.open('', '_blank', size));
    },
  };
}
