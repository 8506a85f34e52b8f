// The pages on which a user signs a device in: the server renders each step, and its forms go back to the server.
import { IconCheck, IconCircleOff, IconDevices } from '@tabler/icons-react';
import type { DevicePage, DeviceStep } from '@tessera/contract/device-page';
import { type SubmitEvent, useState } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useApplication } from '../kit/use-application.ts';
import '../styles/code-cells.css';
import '../styles/consent.css';
import { NotFound } from './error-page.tsx';

type Step<Name extends DeviceStep['step']> = Extract<DevicePage, { step: Name }>;

export const Device = () => {
  const { device } = useApp().page.injected ?? {};
  if (device?.step === 'code') return <CodeForm device={device} />;
  if (device?.step === 'confirm') return <Confirmation device={device} />;
  return device ? <Decided isDone={device.step === 'done'} /> : <NotFound />;
};

const useAction = () => `${useApp().page.base}/oidc/device`;

const CodeForm = ({ device: { xsrf, userCode = '', problem } }: { device: Step<'code'> }) => {
  const { t } = useApp();
  const action = useAction();
  const [code, setCode] = useState(userCode);
  const [shown, setShown] = useState(problem);
  const check = (event: SubmitEvent) => {
    if (code.trim() !== '') return;
    event.preventDefault();
    setShown('missing');
  };
  return (
    <>
      <Heading title={t('device.code_title')} icon={IconDevices}>
        {t('device.code_text')}
      </Heading>
      <form className="form" method="post" action={action} noValidate onSubmit={check}>
        <input type="hidden" name="xsrf" value={xsrf} />
        <TextField
          label={t('device.code')}
          name="user_code"
          value={code}
          onChange={setCode}
          error={shown && t(`device.${shown}`)}
          autoCapitalize="characters"
          autoComplete="off"
          dir="ltr"
          maxLength={32}
          focus
        />
        <Button type="submit">{t('action.continue')}</Button>
      </form>
    </>
  );
};

const Confirmation = ({ device: { xsrf, userCode, account } }: { device: Step<'confirm'> }) => {
  const { t } = useApp();
  const action = useAction();
  const { name } = useApplication();
  return (
    <>
      <Heading title={t('device.confirm_title')} icon={IconDevices}>
        {t(name ? 'device.confirm_text' : 'device.confirm_text_unnamed', { name: name ?? '' })}
      </Heading>
      <p className="shown-code">
        <code dir="ltr">{userCode}</code>
      </p>
      {account && (
        <p className="prose">
          <RichText text="device.signed_in_as" values={{ account: <bdi key="account">{account}</bdi> }} />
        </p>
      )}
      <p className="prose">{t('device.warning')}</p>
      <form className="actions" method="post" action={action}>
        <input type="hidden" name="xsrf" value={xsrf} />
        <input type="hidden" name="user_code" value={userCode} />
        <Button kind="secondary" type="submit" name="abort" value="yes">
          {t('action.cancel')}
        </Button>
        <Button type="submit" name="confirm" value="yes">
          {t('action.continue')}
        </Button>
      </form>
    </>
  );
};

const Decided = ({ isDone }: { isDone: boolean }) => {
  const { t } = useApp();
  const action = useAction();
  return (
    <>
      <Heading
        title={t(isDone ? 'device.done_title' : 'device.cancelled_title')}
        icon={isDone ? IconCheck : IconCircleOff}
        {...(isDone && { tone: 'done' })}
      >
        <span role="status">{t(isDone ? 'device.done_text' : 'device.cancelled_text')}</span>
      </Heading>
      <p className="aside">
        <a href={action}>{t('device.other_code')}</a>
      </p>
    </>
  );
};
