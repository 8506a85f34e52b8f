// Enterprise SSO connectors whose users join an organization on sign-in.
import { Button, Menu } from '@mantine/core';
import { IconBuildingSkyscraper, IconPlus } from '@tabler/icons-react';
import type { SsoConnectorSummary } from '@tessera/contract/sso-connectors';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RemoveButton } from '../../kit/remove-button.tsx';
import { type NamedConnector, namedConnector } from './query.ts';
import classes from './sso-connector-picker.module.css';

/** Product and protocol names, not translated. */
const providers: Readonly<Record<string, string>> = {
  OIDC: 'OpenID Connect',
  AzureAD: 'Microsoft Entra ID (SAML)',
  AzureAdOidc: 'Microsoft Entra ID (OpenID Connect)',
  GoogleWorkspace: 'Google Workspace',
};

type Props = {
  all: readonly SsoConnectorSummary[];
  chosen: readonly NamedConnector[];
  onChange: (chosen: NamedConnector[]) => void;
};

export function SsoConnectorPicker({ all, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const others = all.filter((connector) => !chosen.some((one) => one.id === connector.id));
  return (
    <section className={classes.picker} aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <h3 className={classes.label} id={id}>
        {t('organizations.jit.connectors')}
      </h3>
      <p className={classes.hint} id={`${id}-hint`}>
        {t('organizations.jit.connectors_hint')}
      </p>
      {chosen.length > 0 && (
        <ul className={classes.chosen}>
          {chosen.map(({ id: connectorId, name, provider }) => (
            <li key={connectorId} className={classes.connector}>
              <IconBuildingSkyscraper size={16} stroke={1.6} aria-hidden="true" />
              <span className={classes.name}>
                <bdi>{name}</bdi> <span className={classes.provider}>{providers[provider] ?? provider}</span>
              </span>
              <RemoveButton
                name={name}
                onClick={() => onChange(chosen.filter((connector) => connector.id !== connectorId))}
              />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Menu position="bottom-start" width={300} withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button variant="default" leftSection={<IconPlus size={14} />}>
              {t('organizations.jit.connectors_add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown aria-label={t('organizations.jit.connectors_add')} className={classes.others}>
            {others.map((connector) => (
              <Menu.Item key={connector.id} onClick={() => onChange([...chosen, namedConnector(connector)])}>
                <bdi>{connector.connectorName}</bdi>{' '}
                <span className={classes.provider}>{providers[connector.providerName] ?? connector.providerName}</span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </section>
  );
}
