// Several tags in a cell, truncated if there are many.
import { useTranslation } from 'react-i18next';
import { NoValue } from './no-value.tsx';
import { Tag } from './tag.tsx';
import classes from './tag-list.module.css';

const most = 12;

export function TagList({ items }: { items: readonly { id: string; name: string }[] }) {
  const { t, i18n } = useTranslation();
  if (items.length === 0) return <NoValue />;
  const hidden = items.length - most;
  return (
    <span className={classes.tags}>
      {items.slice(0, most).map(({ id, name }) => (
        <Tag key={id}>
          <bdi>{name}</bdi>
        </Tag>
      ))}
      {hidden > 0 && <span>{t('list.and_more', { number: new Intl.NumberFormat(i18n.language).format(hidden) })}</span>}
    </span>
  );
}
