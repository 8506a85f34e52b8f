// Tabs of the connector pages.
import { useTranslation } from 'react-i18next';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';

const tabs = [
  { key: 'passwordless', to: '/connectors/passwordless' },
  { key: 'social', to: '/connectors/social' },
  { key: 'templates', to: '/connectors/templates' },
] as const;

// Searching must not deselect the tab.
const options = { includeSearch: false };

export function ConnectorTabs() {
  const { t } = useTranslation();
  return (
    <TabLinks label={t('connectors.title')}>
      {tabs.map(({ key, to }) => (
        <TabLink key={key} to={to} activeOptions={options}>
          {t(`connectors.tabs.${key}`)}
        </TabLink>
      ))}
    </TabLinks>
  );
}
