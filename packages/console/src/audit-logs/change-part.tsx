// A change: what it was made to, by whom, and each field before and after.
import type { ChangePayload, LogEntry } from '@tessera/contract/logs';
import { useTranslation } from 'react-i18next';
import { CopyId } from '../kit/copy-id.tsx';
import { Moment } from '../kit/moment.tsx';
import { ActorName } from './actor-name.tsx';
import { ChangedThing } from './changed-thing.tsx';
import classes from './details.module.css';
import { differencesOf, shownValue } from './differences.ts';
import { Facts } from './facts.tsx';

type Value = Parameters<typeof shownValue>[0];

function ShownValue({ kind, value }: { kind: 'before' | 'after'; value: Value }) {
  const text = shownValue(value);
  if (text === '') return <span className={classes.nothing}>–</span>;
  return (
    <code className={classes.value} data-kind={kind} dir="auto">
      {text}
    </code>
  );
}

function Differences({ before, after }: Pick<ChangePayload, 'before' | 'after'>) {
  const { t } = useTranslation();
  const rows = differencesOf(before, after);
  const sides = [...(before ? ['before' as const] : []), ...(after ? ['after' as const] : [])];
  const isUpdate = sides.length === 2;
  const title = isUpdate ? 'changed' : before ? 'removed' : 'created';
  return (
    <section className={classes.part}>
      <h2>{t(`audit-logs.change.${title}`)}</h2>
      {rows.length === 0 ? (
        <p className={classes.nothing}>{t('audit-logs.change.nothing')}</p>
      ) : (
        <div className={classes.tableFrame}>
          <table className={classes.differences}>
            <thead>
              <tr>
                <th scope="col">{t('audit-logs.change.field')}</th>
                {sides.map((side) => (
                  <th key={side} scope="col">
                    {t(`audit-logs.change.${isUpdate ? side : 'value'}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.path}>
                  <th scope="row">
                    <code dir="ltr">{row.path}</code>
                  </th>
                  {sides.map((side) => (
                    <td key={side} data-side={t(`audit-logs.change.${isUpdate ? side : 'value'}`)}>
                      <ShownValue kind={side} value={row[side]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={classes.remark}>{t('audit-logs.change.masked')}</p>
    </section>
  );
}

export function ChangePart({ entry, change }: { entry: LogEntry; change: ChangePayload }) {
  const { t } = useTranslation();
  const { entityId, actor, requestId, before, after } = change;
  return (
    <>
      <Facts
        title={t('audit-logs.details.happened')}
        facts={[
          { name: t('audit-logs.change.actor'), value: <ActorName actor={actor} /> },
          { name: t('audit-logs.details.time'), value: <Moment value={entry.createdAt} /> },
          { name: t('audit-logs.change.thing'), value: <ChangedThing change={change} /> },
          {
            name: t('audit-logs.change.thing_id'),
            value: <CopyId value={entityId} label={t('audit-logs.change.thing_id')} />,
          },
          requestId !== null && {
            name: t('audit-logs.change.request'),
            value: <CopyId value={requestId} label={t('audit-logs.change.request')} />,
          },
        ]}
      />
      <Differences {...(before !== undefined && { before })} {...(after !== undefined && { after })} />
    </>
  );
}
