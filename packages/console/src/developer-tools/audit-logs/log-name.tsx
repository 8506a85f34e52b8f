// A log entry in a list: result icon and title, linked to its page.
import { IconCircleCheck, IconCircleX, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isChangeKey } from '@tessera/contract/audit-log-keys';
import type { LogEntry } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';
import { rowLink } from '../../kit/list-table.tsx';
import nameClasses from '../../kit/row-name.module.css';
import { Tag } from '../../kit/tag.tsx';
import { ConnectorLine } from './connector-line.tsx';
import classes from './log-name.module.css';
import { useLogTitle } from './log-title.ts';
import signInClasses from './sign-ins.module.css';

const accessToken = 'urn:ietf:params:oauth:token-type:access_token';

/** A subject token for support, and every exchange of a subject token. */
export const isImpersonation = ({ key, payload: { params } }: LogEntry) =>
  key === 'Impersonation.Start' ||
  (key === 'ExchangeTokenBy.TokenExchange' && params?.subject_token_type === accessToken);

const changeIcon = (key: string) => {
  if (/(Created|Added)$/.test(key)) return IconPlus;
  return /(Deleted|Removed)$/.test(key) ? IconTrash : IconPencil;
};

/** Only successful changes are recorded, so a result icon is shown for events only. */
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
      <span className={signInClasses.words}>
        {/* The list is part of several pages, each with its own base path. */}
        <Link to={`${basePath}/${entry.id}` as '.'} search={true} className={rowLink}>
          {title(entry.key, entry.payload.result)}
        </Link>
        <ConnectorLine entry={entry} />
      </span>
      {isImpersonation(entry) && <Tag>{t('audit-logs.impersonation')}</Tag>}
    </span>
  );
}
