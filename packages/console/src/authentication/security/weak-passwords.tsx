// Number of imported users that still have a weak password hash.
import { useQuery } from '@tanstack/react-query';
import { mostWeakPasswords } from '@tessera/contract/check-password';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { Notice } from '../../kit/notice.tsx';

export function WeakPasswords() {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const { data: { count } = { count: 0 } } = useQuery({
    ...api.management.query('/sign-in-exp/default/weak-passwords'),
    // The hint is optional, so errors are silent.
    meta: { silent: true },
  });
  if (count === 0) return null;
  const number = new Intl.NumberFormat(i18n.language).format(count);
  return (
    <FormSection title={t('security.password.weak')} text={t('security.password.weak_text')}>
      <Notice severity="warning">
        {count < mostWeakPasswords
          ? t('security.password.weak_count', { count, number })
          : t('security.password.weak_many', { number })}
      </Notice>
    </FormSection>
  );
}
