// A signed-in user follows a one-time link for another email: ask which account to use.
import { IconSwitchHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { Address } from '../kit/address.tsx';
import { Button, buttonClass } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { useApplication } from '../kit/use-application.ts';
import { useFlow } from '../kit/use-flow.ts';
import { useOnce } from './arrival.tsx';

export const SwitchAccount = () => {
  const { api, go, t } = useApp();
  const { homeUrl } = useApplication();
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
      <Heading title={t('elsewhere.switch_title')} icon={IconSwitchHorizontal}>
        {current && (
          <RichText
            text="elsewhere.switch_detail"
            values={{
              current: <Address key="current">{current}</Address>,
              address: <Address key="address">{hinted}</Address>,
            }}
          />
        )}
      </Heading>
      <Notice message={message} />
      {!current && !message && <Loading />}
      {current && (
        <div className="fast">
          <Button onClick={() => go('/one-time-token')}>{t('elsewhere.continue_as', { name: hinted })}</Button>
          {homeUrl && (
            <a className={buttonClass('secondary')} href={homeUrl}>
              <span>{t('elsewhere.stay_as', { name: current })}</span>
            </a>
          )}
        </div>
      )}
    </>
  );
};
