// CAPTCHA tab: provider, and whether CAPTCHA is enabled.
import { Button, Skeleton, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { EditableForm } from '../../kit/editable-form.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { OfPlan } from '../../platform/plans/plan.tsx';
import { type Experience, experienceQuery } from '../sign-in-experience/query.ts';
import classes from './captcha.module.css';
import { providerQuery, type StoredProvider } from './captcha-query.ts';
import { captchaIcons } from './captcha-types.tsx';
import { ChooseCaptcha } from './choose-captcha.tsx';
import { useSecurityForm } from './security-form.ts';

export function Captcha() {
  const { api } = useServices();
  const { data: experience } = useQuery(experienceQuery(api));
  const { data: provider, error, refetch } = useQuery(providerQuery(api));
  if (!experience) return null;
  if (provider !== undefined) return <Form experience={experience} provider={provider} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Skeleton width="60%" height={72} mt={32} />;
}

function ProviderCard({ provider: { config } }: { provider: StoredProvider }) {
  const { t } = useTranslation();
  const Icon = captchaIcons[config.type];
  return (
    <div className={classes.provider}>
      <Icon size={24} className={classes.icon} aria-hidden="true" />
      <span className={classes.name}>{t(`captcha.types.${config.type}`)}</span>
      <Button variant="default" renderRoot={(props) => <Link to="/security/captcha/details" {...props} />}>
        {t('captcha.settings')}
      </Button>
    </div>
  );
}

type Values = { enabled: boolean };

function Form({ experience, provider }: { experience: Versioned<Experience>; provider: StoredProvider | null }) {
  const { t } = useTranslation();
  const [isChoosing, chooser] = useDisclosure();
  const work = useSecurityForm<Values>(experience, {
    valuesOf: ({ captchaPolicy }) => ({ enabled: captchaPolicy.enabled ?? false }),
    validate: () => ({}),
    bodyOf: ({ enabled }) => ({ captchaPolicy: { enabled } }),
    fieldOf: () => 'enabled',
  });
  const { form } = work;
  const label = t('captcha.enable');
  return (
    <>
      <OfPlan feature="securityFeaturesEnabled" inUse={provider !== null}>
        <EditableForm work={work} labelOf={() => label}>
          <FormSection title={t('captcha.provider')} text={t('captcha.provider_text')}>
            {provider ? (
              <ProviderCard provider={provider} />
            ) : (
              <Button variant="default" className={classes.add} onClick={chooser.open}>
                {t('captcha.add')}
              </Button>
            )}
          </FormSection>
          <FormSection title={t('captcha.use')} text={t('captcha.use_text')}>
            <Switch
              label={label}
              description={provider ? t('captcha.enable_hint') : t('captcha.needs_provider')}
              disabled={!provider}
              {...form.getInputProps('enabled', { type: 'checkbox' })}
            />
          </FormSection>
        </EditableForm>
      </OfPlan>
      {isChoosing && <ChooseCaptcha onClose={chooser.close} />}
    </>
  );
}
