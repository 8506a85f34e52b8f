// Deletes an enterprise SSO connector after saying who can no longer sign in.
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { UsageNumbers } from '../connectors/usage-numbers.tsx';
import { aboutSsoConnectors, idpInitiatedQuery, type SsoConnectorDetails, ssoConnectorQuery } from './query.ts';
import classes from './sso-connectors.module.css';

function Consequences({ connector }: { connector: SsoConnectorDetails }) {
  const { id, connectorName, domains, providerType } = connector;
  const { t, i18n } = useTranslation();
  const list = new Intl.ListFormat(i18n.language).format(domains.map((domain) => `\u2068${domain}\u2069`));
  return (
    <div className={classes.consequences}>
      <p>
        {domains.length > 0
          ? t('sso-connectors.delete.text', { name: connectorName, count: domains.length, list })
          : t('sso-connectors.delete.text_unused', { name: connectorName })}
      </p>
      <p>{t('sso-connectors.delete.also')}</p>
      <ul>
        <li>{t('sso-connectors.delete.identities')}</li>
        <li>{t('sso-connectors.delete.jit')}</li>
        <li>{t('sso-connectors.delete.scim')}</li>
        <li>{t(`sso-connectors.delete.${providerType}`)}</li>
      </ul>
      <div role="status">
        <UsageNumbers owners={[{ ssoConnectorId: id }]} countsUsers />
      </div>
      <p>{t('sso-connectors.delete.kept')}</p>
    </div>
  );
}

/** `leaves`: the page of the connector is open. */
export function useSsoConnectorDeletion({ leaves = false } = {}) {
  const { t } = useTranslation();
  const { api } = useServices();
  const remove = useDeletion();
  return (connector: SsoConnectorDetails) => {
    const { id, connectorName: name } = connector;
    return remove({
      title: t('sso-connectors.delete.title', { name }),
      text: <Consequences connector={connector} />,
      done: t('sso-connectors.delete.done', { name }),
      remove: () => api.management.del('/sso-connectors/:id', { params: { id } }),
      ...(leaves && { list: '/enterprise-sso' }),
      own: [{ queryKey: ssoConnectorQuery(api, id).queryKey }, { queryKey: idpInitiatedQuery(api, id).queryKey }],
      about: [{ predicate: aboutSsoConnectors }],
    });
  };
}
