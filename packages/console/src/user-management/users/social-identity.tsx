// A user's social identity.
import { Menu } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirmedAction } from '../../kit/confirmed-action.ts';
import { useConnectorOf } from './connector-name.ts';
import { IdentityPage, IdentityState } from './identity-page.tsx';
import { KeptTokens } from './kept-tokens.tsx';
import { aboutUsers, socialIdentityQuery, userQuery } from './query.ts';
import { useUserTitle } from './user-name.tsx';

const route = getRouteApi('/signed-in/layout/users/$id/social-identities/$target');

function useUnlinking(userId: string, target: string, provider: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: user } = useQuery(userQuery(api, userId));
  const titleOf = useUserTitle();
  return useConfirmedAction({
    question: () => ({
      title: t('users.identities.unlink_title', { provider, name: user ? titleOf(user) : userId }),
      text: t('users.identities.unlink_text'),
      confirmLabel: t('users.identities.unlink'),
      danger: true,
    }),
    act: () => api.management.del('/users/:userId/identities/:target', { params: { userId, target } }),
    doneText: () => t('users.identities.unlinked_toast', { provider }),
    onDone: async () => {
      await navigate({ to: '/users/$id/settings', params: { id: userId }, replace: true });
      queryClient.removeQueries({ queryKey: socialIdentityQuery(api, userId, target).queryKey });
      void queryClient.invalidateQueries({ predicate: aboutUsers });
    },
  });
}

export function SocialIdentity() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id, target } = route.useParams();
  const query = useQuery(socialIdentityQuery(api, id, target));
  const { data } = query;
  const { name, logo, canKeepTokens, keepsTokens } = useConnectorOf()(target);
  const unlinking = useUnlinking(id, target, name);
  if (!data) return <IdentityState userId={id} query={query} />;
  return (
    <IdentityPage
      userId={id}
      provider={name}
      logo={logo}
      externalId={data.identity.userId}
      raw={data.identity.details}
      menu={
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconUnlink size={16} />}
          onClick={() => unlinking.ask()}
        >
          {t('users.identities.unlink')}
        </Menu.Item>
      }
    >
      {(canKeepTokens || data.tokenSecret) && (
        <KeptTokens secret={data.tokenSecret} provider={name} isKeeping={keepsTokens} />
      )}
    </IdentityPage>
  );
}
