// Tabs of the organization template.
import { useTranslation } from 'react-i18next';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import classes from './template-tabs.module.css';

// Paging must not deselect the tab.
const tabOptions = { exact: true, includeSearch: false };

export function TemplateTabs() {
  const { t } = useTranslation();
  return (
    <div className={classes.tabs}>
      <TabLinks label={t('organization-template.tabs')}>
        <TabLink to="/organization-template/organization-roles" activeOptions={tabOptions}>
          {t('organization-template.roles.tab')}
        </TabLink>
        <TabLink to="/organization-template/organization-permissions" activeOptions={tabOptions}>
          {t('organization-template.permissions.tab')}
        </TabLink>
      </TabLinks>
    </div>
  );
}
