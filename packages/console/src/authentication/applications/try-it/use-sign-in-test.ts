// A test sign-in: opens it in a new tab, follows it, and takes its result once. The result is kept by this page only.
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApplicationTestPrompt } from '@tessera/contract/application-test-steps';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiProblem } from '../../../app/problem.ts';
import { useServices } from '../../../app/services.tsx';
import { bodyOf, type Target } from './target.ts';

const interval = 1000;

type Asked = { target: Target; prompt: ApplicationTestPrompt | undefined; tab: Window | null };

/** Any other failure may pass, and the test goes on. */
const isLost = (error: unknown) => error instanceof ApiProblem && error.status === 404;

/** Whether the tab was closed. A tab of another origin looks closed as soon as it has loaded, so it is not asked. */
function useIsClosed(tab: Window | null | undefined, startUri: string | undefined) {
  const [closed, setClosed] = useState<Window>();
  const isSameOrigin = startUri !== undefined && URL.parse(startUri)?.origin === location.origin;
  useEffect(() => {
    if (!tab || !isSameOrigin) return;
    const timer = setInterval(() => {
      if (tab.closed) setClosed(tab);
    }, interval);
    return () => clearInterval(timer);
  }, [tab, isSameOrigin]);
  return tab !== null && tab !== undefined && closed === tab;
}

export function useSignInTest(id: string) {
  const { api } = useServices();
  const begin = useMutation({
    mutationFn: async ({ target, prompt, tab }: Asked) => {
      const body = { ...bodyOf(target), ...(prompt !== undefined && { prompt }) };
      const { id: testId, startUri } = await api.management.post('/applications/:id/tests', { params: { id }, body });
      if (tab) {
        tab.opener = null;
        tab.location.replace(startUri);
      }
      return { testId, startUri, tab };
    },
    meta: { silent: true },
    onError: (_, { tab }) => tab?.close(),
  });
  const take = useMutation({
    mutationFn: (testId: string) =>
      api.management.post('/applications/:id/tests/:testId/result', { params: { id, testId } }),
    meta: { silent: true },
    gcTime: 0,
  });
  const testId = begin.data?.testId;
  const isTaken = take.variables === testId && !take.isIdle;
  const { data: test, error: unread } = useQuery({
    ...api.management.query('/applications/:id/tests/:testId', { params: { id, testId: testId ?? '' } }),
    enabled: testId !== undefined && !isTaken,
    refetchInterval: ({ state }) => (isLost(state.error) || state.data?.status === 'finished' ? false : interval),
    retry: false,
    staleTime: 0,
    meta: { silent: true },
  });
  const takeOnce = useEffectEvent((finished: string) => {
    if (!isTaken) take.mutate(finished);
  });
  const finished = test?.status === 'finished' ? test.id : undefined;
  useEffect(() => {
    if (finished !== undefined) takeOnce(finished);
  }, [finished]);
  const isClosed = useIsClosed(begin.data?.tab, begin.data?.startUri);
  const isExpired = testId !== undefined && !isTaken && isLost(unread);
  const isOpen = testId !== undefined && !isTaken && !isExpired;
  return {
    error: begin.error ?? take.error ?? (isOpen ? unread : null),
    result: isTaken ? take.data : undefined,
    /** Undefined unless the user has to do something, or the server works. */
    status: isOpen ? (test?.status ?? 'waiting') : undefined,
    isClosed: isOpen && isClosed && test?.status !== 'running',
    isExpired,
    isBusy: begin.isPending || take.isPending,
    isBegun: testId !== undefined || begin.error !== null,
    blockedUri: begin.data?.tab === null && isOpen ? begin.data.startUri : undefined,
    start: (target: Target, prompt: ApplicationTestPrompt | undefined) => {
      // Opened before the request: later, browsers block it.
      if (!begin.isPending) begin.mutate({ target, prompt, tab: window.open('', '_blank') });
    },
  };
}
