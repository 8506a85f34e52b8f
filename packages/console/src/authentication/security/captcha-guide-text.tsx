// Instructions for obtaining a provider's keys.
import type { CaptchaType } from '@tessera/contract/captcha-provider';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import classes from './captcha.module.css';
import { guideSteps } from './captcha-types.tsx';

export function CaptchaGuideText({ type }: { type: CaptchaType }) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const { hostname: host } = new URL(settings.tenantEndpoint);
  return (
    <ol className={classes.steps}>
      {guideSteps[type].map((step) => (
        <li key={step}>
          {t(`captcha.guides.${type}.${step as '1'}`, { host, interpolation: { escapeValue: false } })}
        </li>
      ))}
    </ol>
  );
}
