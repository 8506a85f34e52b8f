// Turns provisioning on and off, with the base URL and the tokens that the identity provider needs.
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ScimSettings, ScimToken } from '@tessera/contract/scim-provisioning';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { useConfirm } from '../../../kit/confirm.tsx';
import { CopyField } from '../../../kit/copy-field.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import { Card } from './card.tsx';
import classes from './provisioning.module.css';
import { tokensQuery } from './query.ts';
import { Tokens } from './tokens.tsx';
import { useSettingsUpdate } from './use-settings-update.ts';

const states = { syncing: 'success', waiting: 'warning', off: 'neutral' } as const;

const stateOf = ({ isEnabled, userCount, groupCount }: ScimSettings, tokens: readonly ScimToken[]) => {
  if (!isEnabled) return 'off';
  const wasUsed = userCount + groupCount > 0 || tokens.some(({ lastUsedAt }) => lastUsedAt !== null);
  return wasUsed ? 'syncing' : 'waiting';
};

export function Access({ settings }: { settings: ScimSettings }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const { ssoConnectorId, baseUrl, isEnabled } = settings;
  const tokens = useQuery(tokensQuery(api, ssoConnectorId));
  const update = useSettingsUpdate(ssoConnectorId);
  const state = stateOf(settings, tokens.data ?? []);
  const toggle = async (isOn: boolean) => {
    if (update.isPending) return;
    const question = {
      title: t('scim-provisioning.access.off_title'),
      text: t('scim-provisioning.access.off_text'),
      confirmLabel: t('scim-provisioning.access.off_confirm'),
      danger: true,
    };
    if (isOn || (await confirm(question))) update.mutate({ isEnabled: isOn });
  };
  return (
    <Card
      title={t('scim-provisioning.access.title')}
      note={t('scim-provisioning.access.text')}
      actions={
        <div className={classes.state}>
          {tokens.data && <StateTag state={states[state]}>{t(`scim-provisioning.access.states.${state}`)}</StateTag>}
          <Switch
            aria-label={t('scim-provisioning.access.title')}
            checked={(update.isPending && update.variables.isEnabled) || isEnabled}
            onChange={(event) => void toggle(event.currentTarget.checked)}
          />
        </div>
      }
    >
      <CopyField label={t('scim-provisioning.access.base_url')} value={baseUrl} />
      <Tokens ssoConnectorId={ssoConnectorId} query={tokens} />
    </Card>
  );
}
