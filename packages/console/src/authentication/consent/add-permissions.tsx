// Adds permissions of one level to a third-party application: the level's own, and API permissions.
import { Button, Tabs } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConsentScopes } from '@tessera/contract/consent-scopes';
import { userScopes, wireScope } from '@tessera/contract/user-scopes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../app/problems.ts';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { PermissionTree } from '../../kit/permission-tree.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { apisLeft, type Level, ownLeft } from './levels.ts';
import { apisQuery, consentScopesQuery, organizationScopesQuery } from './query.ts';
import { userScopeText } from './user-scope-text.ts';

type Props = { level: Level; applicationId: string; scopes: ConsentScopes; onClose: () => void };

/** The selectable permissions; `undefined` while loading. */
function useChoices({ level, scopes }: Pick<Props, 'level' | 'scopes'>) {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const apis = useQuery(apisQuery(api));
  const template = useQuery({ ...organizationScopesQuery(api), enabled: level === 'organization' });
  const personal = userScopes.map((scope) => {
    const name = wireScope(settings.wire, scope);
    return { id: name, name, description: userScopeText(scope, t) };
  });
  const isUser = level === 'user';
  const own = isUser ? personal : template.data;
  const held = new Set(isUser ? scopes.userScopes : scopes.organizationScopes.map(({ id }) => id));
  const granted = isUser ? scopes.resourceScopes : scopes.organizationResourceScopes;
  return {
    own: own && ownLeft(own, held),
    ofApis: apis.data && apisLeft(apis.data, granted, settings.wire.isManagementResource),
    problem: { own: isUser ? null : template.error, ofApis: apis.error },
  };
}

const bodyOf = (level: Level, own: string[], ofApis: string[]) => {
  const names =
    level === 'user'
      ? (['userScopes', 'resourceScopes'] as const)
      : (['organizationScopes', 'organizationResourceScopes'] as const);
  return {
    ...(own.length > 0 && { [names[0]]: own }),
    ...(ofApis.length > 0 && { [names[1]]: ofApis }),
  };
};

export function AddPermissions({ level, applicationId, scopes, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [own, setOwn] = useState<string[]>([]);
  const [ofApis, setOfApis] = useState<string[]>([]);
  const choices = useChoices({ level, scopes });
  const count = own.length + ofApis.length;
  const add = useMutation({
    mutationFn: () =>
      api.management.post('/applications/:applicationId/user-consent-scopes', {
        params: { applicationId },
        body: bodyOf(level, own, ofApis),
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: consentScopesQuery(api, applicationId).queryKey });
      toast(t('consent.added_toast', { count }));
      onClose();
    },
  });
  const label = (text: string, chosen: string[]) =>
    chosen.length === 0 ? text : t('consent.chosen', { text, count: chosen.length });

  return (
    <Dialog size="xl" onClose={onClose} title={t(`consent.${level}.add_title`)}>
      <Tabs defaultValue="own" keepMounted={false}>
        <Tabs.List aria-label={t('consent.kinds')} mb="md">
          <Tabs.Tab value="own">{label(t(`consent.${level}.own`), own)}</Tabs.Tab>
          <Tabs.Tab value="apis">{label(t('consent.of_apis'), ofApis)}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="own">
          <PermissionTree
            label={t(`consent.${level}.own`)}
            searchLabel={t('consent.search')}
            emptyText={t(`consent.${level}.nothing_left`)}
            groups={choices.own}
            chosen={own}
            onChange={setOwn}
            {...(choices.problem.own && { error: messageOf(choices.problem.own, t) })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="apis">
          <PermissionTree
            label={t('consent.of_apis')}
            searchLabel={t('consent.search')}
            emptyText={t('consent.no_api_left')}
            groups={choices.ofApis}
            chosen={ofApis}
            onChange={setOfApis}
            {...(choices.problem.ofApis && { error: messageOf(choices.problem.ofApis, t) })}
          />
        </Tabs.Panel>
      </Tabs>
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {t('general.cancel')}
        </Button>
        <BusyButton busy={add.isPending} disabled={count === 0} onClick={() => add.mutate()}>
          {t('consent.add')}
        </BusyButton>
      </div>
    </Dialog>
  );
}
