// What users see and edit, field by field.
import { SegmentedControl } from '@mantine/core';
import type { AccountField } from '@tessera/contract/account-center';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './account-center.module.css';
import { type Control, controls, type Values } from './values.ts';

type Props = { fields: readonly AccountField[]; values: Values; onChange: (field: AccountField, to: Control) => void };

export function FieldControls({ fields, values, onChange }: Props) {
  return (
    <div className={classes.controls}>
      {fields.map((field) => (
        <FieldControl key={field} field={field} value={values[field]} onChange={(to) => onChange(field, to)} />
      ))}
    </div>
  );
}

type OneProps = { field: AccountField; value: Control; onChange: (to: Control) => void };

function FieldControl({ field, value, onChange }: OneProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={classes.control}>
      <div className={classes.words}>
        <div id={id} className={classes.name}>
          {t(`account-center.fields.${field}`)}
        </div>
        <div className={classes.hint}>{t(`account-center.hints.${field}`)}</div>
      </div>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        data={controls.map((control) => ({ value: control, label: t(`account-center.controls.${control}`) }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
