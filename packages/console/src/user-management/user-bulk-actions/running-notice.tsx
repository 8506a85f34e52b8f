// Progress of the newest bulk action, above the list of users. Small ones end within a second.
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { UserBulkAction } from '@tessera/contract/user-bulk-actions';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { aboutUsers } from '../users/query.ts';
import { newestActionQuery, whileRunning } from './query.ts';
import classes from './user-bulk-actions.module.css';

/** Calls back once when an action that was seen running, or was started just now, has ended. */
function useEnd(action: UserBulkAction | undefined, onEnd: (action: UserBulkAction) => void) {
  const known = useRef<{ id: string | undefined; status: string | undefined }>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = { id: action?.id, status: action?.status };
    if (!before || !action || action.status === 'running') return;
    if (before.id !== action.id || before.status === 'running') onEnd(action);
  }, [action, onEnd]);
}

export function RunningNotice() {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [failed, setFailed] = useState<UserBulkAction>();
  const { data } = useQuery({
    ...newestActionQuery(api),
    refetchInterval: ({ state }) => (state.data?.items[0]?.status === 'running' ? whileRunning : false),
  });
  const action = data?.items[0];
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  useEnd(data && (action ?? undefined), (ended) => {
    void queryClient.invalidateQueries({ predicate: aboutUsers });
    if (ended.failedCount > 0) return setFailed(ended);
    const { doneCount: count } = ended;
    toast(t(`user-bulk-actions.finished.${ended.action}`, { count, number: number(count) }));
  });
  const shown = action?.status === 'running' ? action : failed;
  if (!shown) return null;
  const isRunning = shown.status === 'running';
  const { id, doneCount, failedCount, userCount } = shown;
  const values = { done: number(doneCount + failedCount), total: number(userCount) };
  return (
    <div className={classes.notice}>
      <Notice
        severity={isRunning ? 'info' : 'warning'}
        urgent={!isRunning}
        actions={
          <>
            <Button
              variant="default"
              size="compact-sm"
              renderRoot={(props) => <Link to="/users/actions/$actionId" params={{ actionId: id }} {...props} />}
            >
              {t('user-bulk-actions.view')}
            </Button>
            {!isRunning && (
              <Button variant="subtle" size="compact-sm" onClick={() => setFailed(undefined)}>
                {t('user-bulk-actions.dismiss')}
              </Button>
            )}
          </>
        }
      >
        {isRunning
          ? t(`user-bulk-actions.running.${shown.action}`, values)
          : t('user-bulk-actions.unchanged', { count: failedCount, number: number(failedCount) })}
      </Notice>
    </div>
  );
}
