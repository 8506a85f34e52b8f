// Adds a redirect URI that failed requests named, after a warning: anyone can send such requests.
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { useConfirmedAction } from '../../../kit/confirmed-action.ts';
import { Notice } from '../../../kit/notice.tsx';
import type { ApplicationData } from '../application.ts';
import { applicationQuery } from '../query.ts';
import classes from './health.module.css';
import { healthQuery } from './query.ts';

export function useUriRegistration({ id, oidcClientMetadata, etag }: ApplicationData['application']) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: applicationQuery(api, id).queryKey }),
      queryClient.invalidateQueries({ queryKey: healthQuery(api, id).queryKey }),
    ]);
  return useConfirmedAction<string>({
    question: (uri) => ({
      title: t('application-health.add.title'),
      text: (
        <div className={classes.question}>
          <bdi className={classes.value} dir="ltr">
            {uri}
          </bdi>
          <p>{t('application-health.add.text')}</p>
          <Notice severity="warning">{t('application-health.add.warning')}</Notice>
        </div>
      ),
      confirmLabel: t('application-health.add.confirm'),
    }),
    act: async (uri) => {
      const redirectUris = [...oidcClientMetadata.redirectUris, uri];
      const body = { oidcClientMetadata: { ...oidcClientMetadata, redirectUris } };
      try {
        // With the version that the page shows, so that a change of another administrator is not overwritten.
        await api.management.patch('/applications/:id', { params: { id }, body, etag });
      } catch (error) {
        void refresh();
        throw error;
      }
    },
    doneText: () => t('application-health.add.done'),
    onDone: refresh,
  });
}
