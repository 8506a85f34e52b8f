// Table in which each column of a file gets its field.
import { NativeSelect } from '@mantine/core';
import type { ColumnMapping, ImportField } from '@tessera/contract/import-fields';
import { useTranslation } from 'react-i18next';
import { ListTable } from '../../kit/list-table.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { addressFields, identifiers, profileFields, userFields } from './file-format.ts';
import type { FileColumn } from './read-columns.ts';

/** The first column with this field. */
const firstWith = (choices: ColumnMapping, field: ImportField) =>
  Object.keys(choices).find((name) => choices[name] === field);

/** Why the choices cannot be used. */
export const mappingProblem = (choices: ColumnMapping): 'used_twice' | 'identifier_needed' | undefined => {
  const fields = Object.values(choices).filter((field) => field !== null);
  if (new Set(fields).size < fields.length) return 'used_twice';
  return identifiers.some((field) => fields.includes(field)) ? undefined : 'identifier_needed';
};

type Props = {
  columns: readonly (Pick<FileColumn, 'name'> & Partial<FileColumn>)[];
  choices: ColumnMapping;
  onChange: (choices: ColumnMapping) => void;
};

export function ColumnMappingTable({ columns, choices, onChange }: Props) {
  const { t } = useTranslation();
  const hasSamples = columns.some(({ sample }) => sample !== undefined);
  const fields = [
    { value: '', label: t('user-imports.ignore') },
    { group: t('user-imports.group_user'), items: [...userFields] },
    { group: t('user-imports.group_profile'), items: [...profileFields, ...addressFields] },
  ];
  const titleOf = (name: string) => name || t('user-imports.unnamed');
  return (
    <ListTable
      title={t('user-imports.columns_title')}
      stale={false}
      items={columns}
      rowKey={({ name }) => name}
      columns={[
        { key: 'column', title: t('user-imports.column'), cell: ({ name }) => <bdi>{titleOf(name)}</bdi> },
        ...(hasSamples
          ? [
              {
                key: 'sample',
                title: t('user-imports.sample'),
                width: '34%',
                cell: ({ sample }: Props['columns'][number]) => (sample ? <bdi>{sample}</bdi> : <NoValue />),
              },
            ]
          : []),
        {
          key: 'field',
          title: t('user-imports.target'),
          width: '34%',
          cell: ({ name }) => {
            const field = choices[name] ?? null;
            const isRepeated = field !== null && firstWith(choices, field) !== name;
            return (
              <NativeSelect
                aria-label={t('user-imports.field_for', { column: titleOf(name) })}
                value={field ?? ''}
                data={fields}
                error={isRepeated && t('user-imports.used_twice')}
                onChange={(event) => {
                  const next = event.currentTarget.value;
                  onChange({ ...choices, [name]: next === '' ? null : (next as ImportField) });
                }}
              />
            );
          },
        },
      ]}
    />
  );
}
