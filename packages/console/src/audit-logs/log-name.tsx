// An entry in a list: whether it went well, what it is called, and the way to its page.
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
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

export function ResultIcon({ result, size = 16 }: { result: 'Success' | 'Error'; size?: number }) {
  const { t } = useTranslation();
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
      <ResultIcon result={entry.payload.result} />
      {/* The list is a part of several pages, each of which knows its own addresses. */}
      <Link to={`${basePath}/${entry.id}` as '.'} search={true} className={rowLink}>
        {title(entry.key)}
      </Link>
      {isImpersonation(entry) && <Tag>{t('audit-logs.impersonation')}</Tag>}
    </span>
  );
}
