// An entry in a list: whether it went well, what it is called, and the way to its page.
import { IconCircleCheck, IconCircleX, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isChangeKey } from '@tessera/contract/log-keys';
import type { LogEntry } from '@tessera/contract/logs';
import { useTranslation } from 'react-i18next';
import { rowLink } from '../kit/list-table.tsx';
import nameClasses from '../kit/row-name.module.css';
import { Tag } from '../kit/tag.tsx';
import classes from './log-name.module.css';
import { useLogTitle } from './log-title.ts';

const accessToken = 'urn:ietf:params:oauth:token-type:access_token';

/** Somebody acted for somebody else, with a token of theirs. */
export const isImpersonation = ({ key, payload: { params } }: LogEntry) =>
  key === 'ExchangeTokenBy.TokenExchange' && params?.subject_token_type === accessToken;

const changeIcon = (key: string) => {
  if (/(Created|Added)$/.test(key)) return IconPlus;
  return /(Deleted|Removed)$/.test(key) ? IconTrash : IconPencil;
};

/** Events go well or not; of changes only those are recorded that were made. */
export function EntryIcon({ entry: { key, payload }, size = 16 }: { entry: LogEntry; size?: number }) {
  const { t } = useTranslation();
  const { result } = payload;
  if (isChangeKey(key)) {
    const Change = changeIcon(key);
    return <Change size={size} stroke={1.6} aria-hidden="true" />;
  }
  const Icon = result === 'Success' ? IconCircleCheck : IconCircleX;
  return (
    <Icon
      size={size}
      stroke={1.6}
      className={classes.icon}
      data-result={result}
      role="img"
      aria-label={t(`audit-logs.results.${result}`)}
    />
  );
}

export function LogName({ entry, basePath }: { entry: LogEntry; basePath: string }) {
  const { t } = useTranslation();
  const title = useLogTitle();
  return (
    <span className={nameClasses.name}>
      <EntryIcon entry={entry} />
      {/* The list is a part of several pages, each of which knows its own addresses. */}
      <Link to={`${basePath}/${entry.id}` as '.'} search={true} className={rowLink}>
        {title(entry.key)}
      </Link>
      {isImpersonation(entry) && <Tag>{t('audit-logs.impersonation')}</Tag>}
    </span>
  );
}
