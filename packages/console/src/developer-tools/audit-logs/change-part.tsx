// One change: entity, actor, and each field before and after.
import { Link } from '@tanstack/react-router';
import type { ChangePayload, LogEntry } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';
import { CopyId } from '../../kit/copy-id.tsx';
import { Moment } from '../../kit/moment.tsx';
import { ActorName } from './actor-name.tsx';
import { ChangedThing } from './changed-thing.tsx';
import classes from './details.module.css';
import { type Difference, differencesOf, isTime, listChanges, shownValue } from './differences.ts';
import { Facts } from './facts.tsx';
import { useFieldLabel } from './field-labels.ts';

type Value = Parameters<typeof shownValue>[0];

function ShownValue({ kind, path, value }: { kind: 'before' | 'after'; path: string; value: Value }) {
  const { t } = useTranslation();
  if (isTime(path, value)) return <Moment value={value} short />;
  const text = typeof value === 'boolean' ? t(`audit-logs.change.${value ? 'on' : 'off'}`) : shownValue(value);
  if (text === '') return <span className={classes.nothing}>–</span>;
  return (
    <code className={classes.value} data-kind={kind} dir="auto">
      {text}
    </code>
  );
}

/** One side of a row. Of a list, only what was removed or added. */
function Side({ row, side }: { row: Difference; side: 'before' | 'after' }) {
  const { t } = useTranslation();
  const list = listChanges(row.before, row.after);
  if (!list) return <ShownValue kind={side} path={row.path} value={row[side]} />;
  return (
    <>
      {list[side].map((item) => (
        <ShownValue key={item} kind={side} path={row.path} value={item} />
      ))}
      {list.unchanged > 0 && (
        <span className={classes.nothing}>{t('audit-logs.change.unchanged', { count: list.unchanged })}</span>
      )}
    </>
  );
}

function Differences({ entity, before, after }: Pick<ChangePayload, 'entity' | 'before' | 'after'>) {
  const { t } = useTranslation();
  const labelOf = useFieldLabel(entity);
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
                  <th scope="row">{labelOf(row.path) ?? <code dir="ltr">{row.path}</code>}</th>
                  {sides.map((side) => (
                    <td key={side} data-side={t(`audit-logs.change.${isUpdate ? side : 'value'}`)}>
                      <Side row={row} side={side} />
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

function ChangesFrom({ ip }: { ip: string }) {
  return (
    <Link to="/audit-logs/changes" search={{ ip }} className="mono" dir="ltr">
      {ip}
    </Link>
  );
}

export function ChangePart({ entry, change }: { entry: LogEntry; change: ChangePayload }) {
  const { t } = useTranslation();
  const { entity, entityId, actor, ip, requestId, before, after } = change;
  return (
    <>
      <Facts
        title={t('audit-logs.details.happened')}
        facts={[
          { name: t('audit-logs.change.actor'), value: <ActorName actor={actor} /> },
          ip !== undefined && { name: t('audit-logs.details.ip'), value: <ChangesFrom ip={ip} /> },
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
      <Differences entity={entity} {...(before !== undefined && { before })} {...(after !== undefined && { after })} />
    </>
  );
}
