// MFA with a typed code: authenticator app or backup code.
import { IconDeviceMobile, IconLifebuoy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Problem } from '../api.ts';
import { useApp } from '../app-context.ts';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { backOf } from './factor-demand.ts';
import { OtherWays, useDemand } from './factor-frame.tsx';
import { useInteraction } from './interaction.ts';
import { SixDigits } from './six-digits.tsx';

export const ShowApp = () => {
  const { api, t } = useApp();
  const work = useFlow();
  const { submit } = useInteraction();
  return (
    <>
      <Heading title={t('mfa.show_app_title')} icon={IconDeviceMobile} back={backOf(useDemand())}>
        {t('mfa.show_app_text')}
      </Heading>
      <SixDigits
        work={work}
        verify={(code) => api('POST', '/experience/verification/totp/verify', { code })}
        goOn={submit}
      />
      <OtherWays run={work.run} />
    </>
  );
};

export const ShowBackupCode = () => {
  const { api, t } = useApp();
  const { run, busy, message } = useFlow();
  const { submit } = useInteraction();
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<{ code?: string }>({});
  // The code is used up by verification; later steps can be retried.
  const shown = useRef(false);
  const show = () => {
    if (!code.trim()) return setErrors({ code: t('error.required') });
    return run(
      async () => {
        if (!shown.current) await api('POST', '/experience/verification/backup-code/verify', { code: code.trim() });
        shown.current = true;
        await submit();
      },
      { 'session.mfa.invalid_backup_code': ({ message: said }: Problem) => setErrors({ code: said }) },
    );
  };
  return (
    <>
      <Heading title={t('mfa.show_backup_title')} icon={IconLifebuoy} back={backOf(useDemand())}>
        {t('mfa.show_backup_text')}
      </Heading>
      <Form errors={errors} action={t('action.verify')} busy={busy} message={message} onSubmit={show}>
        <TextField
          name="backup-code"
          label={t('mfa.factor.BackupCode')}
          autoComplete="off"
          dir="ltr"
          maxLength={32}
          value={code}
          error={errors.code}
          focus
          readOnly={busy}
          onChange={(value) => {
            setCode(value);
            setErrors({});
          }}
        />
      </Form>
      <OtherWays run={run} />
    </>
  );
};
