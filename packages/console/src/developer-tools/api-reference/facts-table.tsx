// Parameters, fields and errors of an operation, as tables that scroll when they are wide.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './api-reference.module.css';
import { Sentence } from './sentence.tsx';

type Props = { label: string; heads: readonly string[]; rows: readonly { key: string; cells: readonly ReactNode[] }[] };

export function FactsTable({ label, heads, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody lang="en">
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={heads[index]} dir="ltr">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Field = { name: string; type: string; isRequired: boolean; text: string };

export function FieldsTable({ label, fields }: { label: string; fields: readonly Field[] }) {
  const { t } = useTranslation();
  return (
    <FactsTable
      label={label}
      heads={[t('api-reference.name'), t('api-reference.type'), t('api-reference.description')]}
      rows={fields.map(({ name, type, isRequired, text }) => ({
        key: name,
        cells: [
          <span key="name">
            <code>{name}</code>
            {isRequired && <span className={classes.required}> {t('api-reference.required')}</span>}
          </span>,
          <code key="type">{type}</code>,
          <Sentence key="text">{text}</Sentence>,
        ],
      }))}
    />
  );
}
