// Which SCIM attribute becomes which field of a user.
import { useTranslation } from 'react-i18next';
import { type Column, ListTable } from '../../../kit/list-table.tsx';
import { Card } from './card.tsx';
import classes from './provisioning.module.css';

/** In the order in which an identity provider lists them. Attributes of one row: the first that has a value counts. */
const rows = [
  { field: 'email', attributes: ['emails', 'userName'] },
  { field: 'name', attributes: ['displayName', 'name'] },
  { field: 'profile', attributes: ['name', 'nickName', 'locale', 'timezone'] },
  { field: 'avatar', attributes: ['photos'] },
  { field: 'access', attributes: ['active'] },
  { field: 'roles', attributes: ['members'] },
] as const;

export function AttributeMapping() {
  const { t } = useTranslation();
  const title = t('scim-provisioning.attributes.title');
  const columns: Column<(typeof rows)[number]>[] = [
    {
      key: 'attributes',
      title: t('scim-provisioning.attributes.attribute'),
      cell: ({ attributes }) => (
        <span className="mono" dir="ltr">
          {attributes.join(', ')}
        </span>
      ),
    },
    {
      key: 'field',
      title: t('scim-provisioning.attributes.field'),
      width: '65%',
      cell: ({ field }) => (
        <span className={classes.subject}>
          <span>{t(`scim-provisioning.attributes.fields.${field}`)}</span>
          <span className={classes.detail}>{t(`scim-provisioning.attributes.rules.${field}`)}</span>
        </span>
      ),
    },
  ];
  return (
    <Card title={title} note={t('scim-provisioning.attributes.text')} flush>
      <ListTable title={title} items={rows} rowKey={({ field }) => field} stale={false} columns={columns} />
    </Card>
  );
}
