// Somebody is signed in, and follows a link that was sent to another address: which of the two are they?
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { useOnce } from './arrival.tsx';

export const SwitchAccount = () => {
  const { api, go, t } = useApp();
  const { run, message } = useFlow();
  const [current, setCurrent] = useState<string>();
  const hinted = new URLSearchParams(location.search).get('login_hint') ?? '';
  useOnce(
    () =>
      void run(async () => {
        const { user } = await api('GET', '/interaction/consent');
        setCurrent(user.name ?? user.primaryEmail ?? user.username ?? user.primaryPhone ?? user.id);
      }),
  );
  return (
    <>
      <Heading title={t('elsewhere.switch_title')} />
      <Notice message={message} />
      {!current && !message && <Loading />}
      {current && (
        <>
          <p className="prose">
            <RichText
              text="elsewhere.switch_detail"
              values={{ current: <bdi key="current">{current}</bdi>, address: <bdi key="address">{hinted}</bdi> }}
            />
          </p>
          <div className="others">
            <Button onClick={() => go('/one-time-token')}>{t('elsewhere.continue_as', { name: hinted })}</Button>
            {history.length > 1 && (
              <Button kind="secondary" onClick={() => history.back()}>
                {t('action.back')}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
};
