// The application's ID and secret; revealing the secret also reveals it in the guide's code.
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton, LabeledCopyButton } from '../../kit/copy-button.tsx';
import { CopyField } from '../../kit/copy-field.tsx';
import { Notice } from '../../kit/notice.tsx';
import { envFile } from '../applications/env-file.ts';
import classes from './credentials.module.css';
import { useReading } from './reading.tsx';

function Secret() {
  const { t } = useTranslation();
  const { shown, readSecret = async () => '', secretShown, toggleSecret } = useReading();
  const name = t('guides.app_secret');
  const action = secretShown ? t('general.hide_named', { name }) : t('general.show_named', { name });
  return (
    <div>
      <p className={classes.label}>{name}</p>
      <div className={classes.box}>
        <code className="mono" dir="ltr" {...(!secretShown && { 'aria-hidden': true })}>
          {shown.appSecret}
        </code>
        <Tooltip label={secretShown ? t('general.hide') : t('general.show')}>
          <ActionIcon c="dimmed" variant="subtle" color="gray" size={24} aria-label={action} onClick={toggleSecret}>
            {secretShown ? <IconEyeOff size={14} /> : <IconEye size={14} />}
          </ActionIcon>
        </Tooltip>
        <CopyButton value={secretShown ? shown.appSecret : readSecret} label={name} />
      </div>
      <p className={classes.hint}>{t('guides.secret_hint')}</p>
    </div>
  );
}

export function Credentials() {
  const { t } = useTranslation();
  const { shown, readSecret } = useReading();
  return (
    <div className={classes.credentials}>
      <CopyField label={t('guides.app_id')} value={shown.appId} />
      {readSecret ? <Secret /> : <Notice severity="warning">{t('guides.no_secret')}</Notice>}
      <div>
        <LabeledCopyButton
          label={t('general.copy_env')}
          value={async () => envFile({ ...shown, appSecret: await readSecret?.() })}
        />
      </div>
    </div>
  );
}
