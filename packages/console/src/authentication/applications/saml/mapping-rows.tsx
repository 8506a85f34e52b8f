// Rows of the attribute mapping: a claim, and the attribute name that the service provider expects.

import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type SamlClaim, samlClaims } from '@tessera/contract/saml-words';
import { useTranslation } from 'react-i18next';
import { codeInput } from '../../../kit/code-input.ts';
import classes from '../../../kit/key-value-rows.module.css';
import { AddRow, RemoveRow } from '../../../kit/row-buttons.tsx';
import { claimsFor, type MappingRow, type MappingValues } from './mapping-values.ts';

export function MappingRows({ form }: { form: UseFormReturnType<MappingValues> }) {
  const { t } = useTranslation();
  const { rows } = form.values;
  const label = t('applications.saml.mapping.title');
  const claimLabel = t('applications.saml.mapping.claim');
  const attributeLabel = t('applications.saml.mapping.attribute');
  const change = (index: number, field: keyof MappingRow, row: MappingRow) => {
    form.setFieldValue('rows', rows.with(index, row));
    form.clearFieldError(`rows.${index}.${field}`);
  };
  return (
    <fieldset className={classes.rows}>
      <legend className="visually-hidden">{label}</legend>
      {rows.map((row, index) => {
        const path = `rows.${index}`;
        return (
          <div key={path} className={classes.row}>
            <Select
              {...codeInput}
              className={classes.key ?? ''}
              aria-label={t('multi_text.row', { label: claimLabel, number: index + 1 })}
              placeholder={t('applications.saml.mapping.claim_placeholder')}
              searchable
              allowDeselect={false}
              nothingFoundMessage={t('list.nothing_found')}
              data={claimsFor(rows, row.claim)}
              value={row.claim}
              error={form.errors[`${path}.claim`]}
              onChange={(claim) => change(index, 'claim', { ...row, claim: claim as SamlClaim | null })}
              data-path={`${path}.claim`}
            />
            <TextInput
              {...codeInput}
              className={classes.value ?? ''}
              aria-label={t('multi_text.row', { label: attributeLabel, number: index + 1 })}
              placeholder={attributeLabel}
              value={row.attribute}
              error={form.errors[`${path}.attribute`]}
              onChange={(event) => change(index, 'attribute', { ...row, attribute: event.currentTarget.value })}
              data-path={`${path}.attribute`}
            />
            <RemoveRow
              label={label}
              number={index + 1}
              onRemove={() => {
                form.setFieldValue('rows', rows.toSpliced(index, 1));
                form.clearErrors();
              }}
            />
          </div>
        );
      })}
      <AddRow
        label={label}
        text={t('applications.saml.mapping.add')}
        disabled={rows.length >= samlClaims.length}
        onAdd={() => form.setFieldValue('rows', [...rows, { claim: null, attribute: '' }])}
      />
    </fieldset>
  );
}
