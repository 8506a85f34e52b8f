// Effect of a deactivation by the identity provider.
import { Radio } from '@mantine/core';
import type { ScimDeactivation, ScimSettings } from '@tessera/contract/scim-provisioning';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../../kit/confirm.tsx';
import { Card } from './card.tsx';
import classes from './provisioning.module.css';
import { useSettingsUpdate } from './use-settings-update.ts';

const choices = ['suspend', 'leaveOrganizations', 'delete'] as const satisfies readonly ScimDeactivation[];

export function Deactivation({ settings: { ssoConnectorId, deactivation } }: { settings: ScimSettings }) {
  const { t } = useTranslation();
  const { confirm } = useConfirm();
  const update = useSettingsUpdate(ssoConnectorId);
  const shown = (update.isPending && update.variables.deactivation) || deactivation;
  const title = t('scim-provisioning.deactivation.title');
  const choose = async (choice: ScimDeactivation) => {
    if (update.isPending) return;
    const question = {
      title: t('scim-provisioning.deactivation.delete_title'),
      text: t('scim-provisioning.deactivation.delete_text'),
      confirmLabel: t('scim-provisioning.deactivation.delete_confirm'),
      danger: true,
    };
    if (choice !== 'delete' || (await confirm(question))) update.mutate({ deactivation: choice });
  };
  return (
    <Card title={title}>
      <Radio.Group aria-label={title} value={shown} onChange={(value) => void choose(value as ScimDeactivation)}>
        <div className={classes.choices}>
          {choices.map((choice) => (
            <Radio
              key={choice}
              value={choice}
              label={t(`scim-provisioning.deactivation.choices.${choice}`)}
              description={t(`scim-provisioning.deactivation.hints.${choice}`)}
            />
          ))}
        </div>
      </Radio.Group>
    </Card>
  );
}
