// Sets up a provider: instructions next to the fields.
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { CaptchaType } from '@tessera/contract/captcha-provider';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useLeaveGuard } from '../../kit/leave-guard.ts';
import { NotFound } from '../../kit/not-found.tsx';
import { GuideFrame } from '../guides/guide-frame.tsx';
import classes from './captcha.module.css';
import { CaptchaFields } from './captcha-fields.tsx';
import { CaptchaGuideText } from './captcha-guide-text.tsx';
import { providerQuery } from './captcha-query.ts';
import { checkConnection, configOf, isCaptchaType, noConnection } from './captcha-types.tsx';

const route = getRouteApi('/signed-in/layout/security/captcha/guide/$type');

export function CaptchaGuide() {
  const { type } = route.useParams();
  return isCaptchaType(type) ? <Guide key={type} type={type} /> : <NotFound />;
}

function Guide({ type }: { type: CaptchaType }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: noConnection,
    validate: (values) => checkConnection(type, values, t),
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      api.management.put('/captcha-provider', { body: { config: configOf(type, values) } }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(providerQuery(api).queryKey, saved);
      await navigate({ to: '/security/captcha/details', replace: true, ignoreBlocker: true });
    },
  });
  useLeaveGuard({ active: form.isDirty() && !save.isSuccess, onLeave: () => {} });
  return (
    <GuideFrame
      title={t(`captcha.types.${type}`)}
      subtitle={t(`captcha.texts.${type}`)}
      closeLabel={t('general.close')}
      onClose={() => void navigate({ to: '/security/captcha' })}
    >
      <div className={classes.columns}>
        <section aria-labelledby="captcha-guide">
          <h2 id="captcha-guide">{t('captcha.guide')}</h2>
          <CaptchaGuideText type={type} />
        </section>
        <section aria-labelledby="captcha-connection">
          <h2 id="captcha-connection">{t('captcha.connection')}</h2>
          <form className={classes.fields} noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
            <CaptchaFields type={type} form={form} hasSecret={false} />
            <BusyButton type="submit" busy={save.isPending} className={classes.add}>
              {t('captcha.save')}
            </BusyButton>
          </form>
        </section>
      </div>
    </GuideFrame>
  );
}
