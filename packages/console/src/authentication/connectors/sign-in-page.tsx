// Whether a social connector has a button on the sign-in page, and how to add it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { experienceQuery } from '../sign-in-experience/query.ts';

/** Undefined while loading. */
export function useIsOnSignInPage(target: string): boolean | undefined {
  const { api } = useServices();
  const { data } = useQuery(experienceQuery(api));
  return data?.socialSignInConnectorTargets.includes(target);
}

export function SignInPageStatus({ target, framed = false }: { target: string; framed?: boolean }) {
  const { t } = useTranslation();
  const isOn = useIsOnSignInPage(target);
  if (isOn === undefined) return null;
  return (
    <StateTag state={isOn ? 'success' : 'neutral'} framed={framed}>
      {t(isOn ? 'connectors.social.on_page' : 'connectors.social.not_on_page')}
    </StateTag>
  );
}

/** Adds the button after the others. */
export function useAddToSignInPage() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: async (target: string) => {
      const { etag, socialSignInConnectorTargets: targets } = await api.management.get('/sign-in-exp');
      if (targets.includes(target)) return;
      await api.management.patch('/sign-in-exp', {
        body: { socialSignInConnectorTargets: [...targets, target] },
        etag,
      });
    },
    onSuccess: () => toast(t('connectors.social.added_toast')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: experienceQuery(api).queryKey }),
  });
}
