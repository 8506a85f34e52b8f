// The end of a connector test in the window that the console opened. The result is shown there; no one is signed in.
import { IconCheck, IconHourglass } from '@tabler/icons-react';
import { isSsoTestState } from '@tessera/contract/connector-test-state';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { takeQuery, useOnce } from './arrival.tsx';

export const ConnectorTest = () => {
  const { api, path, t } = useApp();
  const connectorId = decodeURIComponent(path.split('/').at(-1) ?? '');
  const [outcome, setOutcome] = useState<'running' | 'done' | 'expired'>('running');
  const { run, busy, message } = useFlow();
  const expire = () => setOutcome('expired');
  useOnce(() => {
    const data = takeQuery();
    // Responses of SAML arrive elsewhere.
    if (isSsoTestState(data.state) && data.received) return setOutcome('done');
    void run(
      async () => {
        const path = isSsoTestState(data.state) ? '/sso-connector-test-answers' : '/connector-test-answers';
        await api('POST', path, { connectorId, data });
        setOutcome('done');
      },
      { 'session.connector_session_not_found': expire },
    );
  });

  if (outcome === 'done') {
    return (
      <Heading title={t('connector_test.done')} icon={IconCheck} tone="done">
        <span role="status">{t('connector_test.done_detail')}</span>
      </Heading>
    );
  }
  if (outcome === 'expired') {
    return (
      <Heading title={t('connector_test.expired')} icon={IconHourglass}>
        <span role="alert">{t('connector_test.expired_detail')}</span>
      </Heading>
    );
  }
  return (
    <>
      <Heading title={t('connector_test.running')} />
      {busy && <Loading />}
      <Notice message={message} />
    </>
  );
};
