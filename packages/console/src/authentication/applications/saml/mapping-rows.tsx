// Rows of the attribute mapping: a claim, and the attribute name that the service provider expects.

import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type SamlClaim, samlClaims } from '@tessera/contract/saml-words';
import { useTranslation } from 'react-i18next';
import { codeInput } from '../../../kit/code-input.ts';
import classes from '../../../kit/key-value-rows.module.css';
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
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('multi_text.remove_row', { label, number: index + 1 })}
              onClick={() => {
                form.setFieldValue('rows', rows.toSpliced(index, 1));
                form.clearErrors();
              }}
            >
              <IconMinus size={16} />
            </ActionIcon>
          </div>
        );
      })}
      <Button
        className={classes.add}
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        disabled={rows.length >= samlClaims.length}
        onClick={() => form.setFieldValue('rows', [...rows, { claim: null, attribute: '' }])}
      >
        {t('applications.saml.mapping.add')}
      </Button>
    </fieldset>
  );
}
