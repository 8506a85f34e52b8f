// How the list of events is shown: grouped by sign-in or not, and live or by page. Both are in the URL.
import { Button, Switch } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './filters.module.css';
import { useFilterSearch } from './filters.tsx';
import type { LogSearch } from './log-search.ts';

export function GroupSwitch({ search }: { search: LogSearch }) {
  const { t } = useTranslation();
  const go = useFilterSearch();
  // A single event has no group.
  if (search.event !== undefined) return null;
  const { page: _, open: __, ungrouped, ...others } = search;
  return (
    <Switch
      label={t('audit-logs.sign_in.group')}
      labelPosition="left"
      checked={!ungrouped}
      onChange={() => go(ungrouped ? others : { ...others, ungrouped: true })}
    />
  );
}

export function LiveButton({ search }: { search: LogSearch }) {
  const { t } = useTranslation();
  const go = useFilterSearch();
  const { page: _, live, ...others } = search;
  return (
    <Button
      variant={live ? 'light' : 'default'}
      leftSection={<IconBroadcast size={14} className={live && classes.live} />}
      aria-pressed={live === true}
      title={t('audit-logs.live.hint')}
      onClick={() => go(live ? others : { ...others, live: true })}
    >
      {t('audit-logs.live.button')}
    </Button>
  );
}
