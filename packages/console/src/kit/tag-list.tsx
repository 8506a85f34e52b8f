// Several short words in a cell, each in a frame; of very many the first ones.
import { useTranslation } from 'react-i18next';
import { Tag } from './tag.tsx';
import classes from './tag-list.module.css';

const most = 12;

export function TagList({ items }: { items: readonly { id: string; name: string }[] }) {
  const { t, i18n } = useTranslation();
  if (items.length === 0) return <span>–</span>;
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
