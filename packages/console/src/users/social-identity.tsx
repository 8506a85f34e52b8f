// The account that a user has at a social provider.
import { Menu } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { useConnectorOf } from './connector-name.ts';
import { IdentityPage, IdentityState } from './identity-page.tsx';
import { KeptTokens } from './kept-tokens.tsx';
import { aboutUsers, socialIdentityQuery, userQuery } from './query.ts';
import { useUserTitle } from './user-name.tsx';

const route = getRouteApi('/signed-in/layout/users/$id/social-identities/$target');

function useUnlinking(userId: string, target: string, provider: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  const { data: user } = useQuery(userQuery(api, userId));
  const titleOf = useUserTitle();
  const unlink = useMutation({
    mutationFn: () => api.management.del('/users/:userId/identities/:target', { params: { userId, target } }),
    onSuccess: async () => {
      toast(t('users.identities.unlinked_toast', { provider }));
      await navigate({ to: '/users/$id/settings', params: { id: userId }, replace: true });
      queryClient.removeQueries({ queryKey: socialIdentityQuery(api, userId, target).queryKey });
      void queryClient.invalidateQueries({ predicate: aboutUsers });
    },
  });
  return async () => {
    const agreed = await confirm({
      title: t('users.identities.unlink_title', { provider, name: user ? titleOf(user) : userId }),
      text: t('users.identities.unlink_text'),
      confirmLabel: t('users.identities.unlink'),
      danger: true,
    });
    if (agreed) unlink.mutate();
  };
}

export function SocialIdentity() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id, target } = route.useParams();
  const query = useQuery(socialIdentityQuery(api, id, target));
  const { data } = query;
  const { name, logo, canKeepTokens, keepsTokens } = useConnectorOf()(target);
  const unlink = useUnlinking(id, target, name);
  if (!data) return <IdentityState userId={id} query={query} />;
  return (
    <IdentityPage
      userId={id}
      provider={name}
      logo={logo}
      externalId={data.identity.userId}
      raw={data.identity.details}
      menu={
        <Menu.Item c="var(--mantine-color-error)" leftSection={<IconUnlink size={16} />} onClick={() => void unlink()}>
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
