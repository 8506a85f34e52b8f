// Saves one provisioning setting as soon as it is chosen.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ScimSettings } from '@tessera/contract/scim-provisioning';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { useSuccessToast } from '../../../kit/success-toast.ts';
import { settingsQuery } from './query.ts';

export type SettingsChange = Partial<Pick<ScimSettings, 'isEnabled' | 'deactivation'>>;

export function useSettingsUpdate(ssoConnectorId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: (body: SettingsChange) =>
      api.management.patch('/sso-connectors/:ssoConnectorId/scim', { params: { ssoConnectorId }, body }),
    onSuccess: (saved, { isEnabled }) => {
      queryClient.setQueryData(settingsQuery(api, ssoConnectorId).queryKey, saved);
      if (isEnabled === undefined) toast(t('scim-provisioning.deactivation.saved_toast'));
      else toast(t(isEnabled ? 'scim-provisioning.access.on_toast' : 'scim-provisioning.access.off_toast'));
    },
  });
}
