// The form of a user's settings.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User, UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { identifierRefusals } from './check-user.ts';
import { aboutUsers, identitiesQuery, userQuery } from './query.ts';
import {
  checkSettings,
  hasIdentifier,
  patchOf,
  refusedField,
  type SettingsValues,
  valuesOf,
} from './settings-values.ts';

export type SettingsForm = ReturnType<typeof useSettingsForm>['form'];

export function useSettingsForm(user: Versioned<UserDetails>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const params = { userId: user.id };
  const { data: identities } = useQuery(identitiesQuery(api, user.id));
  const isLinked = identities !== undefined && identities.socialIdentities.length + identities.ssoIdentities.length > 0;

  return useDetailsForm<User, SettingsValues>({
    entity: user,
    valuesOf,
    validate: (values) => checkSettings(values, t, valuesOf(user)),
    read: () => api.management.get('/users/:userId', { params }),
    write: ({ etag }, values, changed) =>
      api.management.patch('/users/:userId', { params, body: patchOf(values, changed), etag }),
    onNewVersion: (newer) => {
      queryClient.setQueryData(userQuery(api, user.id).queryKey, (before) => before && { ...before, ...newer });
      void queryClient.invalidateQueries({ predicate: aboutUsers });
    },
    fieldOf: ({ path }) => refusedField(path),
    refusals: Object.fromEntries(Object.entries(identifierRefusals).map(([code, field]) => [code, { field }])),
    review: (_, after, save) => {
      if (hasIdentifier(after) || isLinked) return false;
      void confirm({
        title: t('users.settings.no_identifier_title'),
        text: t('users.settings.no_identifier_text'),
        confirmLabel: t('users.settings.save_anyway'),
        danger: true,
      }).then((agreed) => (agreed ? save() : undefined));
      return true;
    },
  });
}
