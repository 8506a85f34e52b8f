// Introduction to organizations, members, roles and permissions, with an interactive diagram.
import { useTranslation } from 'react-i18next';
import { TemplateIllustration } from '../../authorization/organization-template/illustration.tsx';
import { PermissionName } from '../../kit/permission-name.tsx';
import { SidePanel } from '../../kit/side-panel.tsx';
import { Tag } from '../../kit/tag.tsx';
import { OrganizationsIllustration } from '../organizations/illustration.tsx';
import { roles } from './example.ts';
import { ExampleDiagram } from './example-diagram.tsx';
import classes from './introduction.module.css';

export function Introduction({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SidePanel
      onClose={onClose}
      size={680}
      title={t('organization-introduction.title')}
      classNames={{ header: classes.header, title: classes.title }}
    >
      <div className={classes.sections}>
        <section className={classes.section}>
          <OrganizationsIllustration />
          <div className={classes.about}>
            <h3>{t('organization-introduction.organizations')}</h3>
            <p>{t('organization-introduction.organizations_text')}</p>
            <p>{t('organization-introduction.members_text')}</p>
          </div>
        </section>
        <section className={classes.section}>
          <TemplateIllustration />
          <div className={classes.about}>
            <h3>{t('organization-introduction.template')}</h3>
            <p>{t('organization-introduction.permissions_text')}</p>
            <p>{t('organization-introduction.roles_text')}</p>
            <dl className={classes.roles}>
              {roles.map(({ id, permissions }) => (
                <div key={id} className={classes.role}>
                  <dt>
                    <Tag>{t(`organization-introduction.role_names.${id}`)}</Tag>
                  </dt>
                  <dd>
                    {permissions.map((name) => (
                      <PermissionName key={name} name={name} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </section>
        <section className={classes.about}>
          <h3>{t('organization-introduction.together')}</h3>
          <p>{t('organization-introduction.together_text')}</p>
          <ExampleDiagram />
        </section>
      </div>
    </SidePanel>
  );
}
