// Removes a language the tenant added, except for the default language.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nativeName } from '@tessera/phrases/language-tags';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { useExperience } from './experience-context.ts';
import { customPhrasesQuery } from './query.ts';

export function useLanguageRemoval(tag: string, onRemoved: () => void) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm, alert } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const {
    experience,
    form: { form },
  } = useExperience();
  const name = nativeName(tag);
  const stored = experience.languageInfo.fallbackLanguage;
  const remove = useMutation({
    mutationFn: () => api.management.del('/custom-phrases/:languageTag', { params: { languageTag: tag } }),
    onSuccess: async () => {
      if (form.values.fallbackLanguage === tag) form.setFieldValue('fallbackLanguage', stored);
      toast(t('sign-in-experience.language.removed', { name }));
      onRemoved();
      await queryClient.invalidateQueries({ queryKey: customPhrasesQuery(api).queryKey });
    },
  });
  return async () => {
    if (tag === stored) {
      return alert({
        title: t('sign-in-experience.language.default_title', { name }),
        text: t('sign-in-experience.language.default_text', { name }),
      });
    }
    const agreed = await confirm({
      title: t('sign-in-experience.language.remove_title', { name }),
      text: t('sign-in-experience.language.remove_text'),
      confirmLabel: t('general.delete'),
      danger: true,
    });
    if (agreed) remove.mutate();
  };
}
