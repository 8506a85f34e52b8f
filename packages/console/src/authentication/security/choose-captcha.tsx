// Choice of a CAPTCHA provider; its instructions come next.
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { CaptchaType } from '@tessera/contract/captcha-provider';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceCard, ChoiceCards } from '../../kit/choice-card.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import classes from './captcha.module.css';
import { captchaIcons, captchaTypes } from './captcha-types.tsx';

export function ChooseCaptcha({ current, onClose }: { current?: CaptchaType | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = useId();
  const [chosen, setChosen] = useState<CaptchaType>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (chosen) void navigate({ to: '/security/captcha/guide/$type', params: { type: chosen } });
  };
  return (
    <Dialog onClose={onClose} title={t('captcha.choose.title')}>
      <form onSubmit={submit} noValidate>
        {current && (
          <p className={classes.caution}>{t('captcha.choose.replaces', { name: t(`captcha.types.${current}`) })}</p>
        )}
        <ChoiceCards legend={t('captcha.choose.title')} hideLegend>
          {captchaTypes
            .filter((type) => type !== current)
            .map((type) => {
              const Icon = captchaIcons[type];
              return (
                <ChoiceCard
                  key={type}
                  name={name}
                  checked={chosen === type}
                  onChange={() => setChosen(type)}
                  icon={<Icon size={20} />}
                  title={t(`captcha.types.${type}`)}
                  text={t(`captcha.texts.${type}`)}
                />
              );
            })}
        </ChoiceCards>
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <Button type="submit" disabled={!chosen}>
            {t('captcha.choose.next')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
