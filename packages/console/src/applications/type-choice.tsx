// The types of application, as cards of which one is chosen.
import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { GuideTarget } from '../guides/registry.ts';
import { ApplicationIcon } from './application-icon.tsx';
import classes from './type-choice.module.css';

const types = ['Native', 'SPA', 'Traditional', 'MachineToMachine'] as const satisfies GuideTarget[];

type Props = { value: GuideTarget | ''; error?: ReactNode; onChange: (type: GuideTarget) => void };

export function TypeChoice({ value, error, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const invalid = Boolean(error);
  return (
    <fieldset className={classes.choice} data-invalid={invalid} aria-describedby={id}>
      <legend className={classes.legend}>{t('applications.create.type')}</legend>
      <div className={classes.cards}>
        {types.map((type, index) => (
          <label key={type} className={classes.card}>
            <input
              type="radio"
              required
              name={id}
              className={classes.radio}
              checked={value === type}
              onChange={() => onChange(type)}
              // Where the form puts the focus when nothing is chosen.
              {...(index === 0 && { 'data-path': 'type', 'data-autofocus': true })}
            />
            <span className={classes.icon}>
              <ApplicationIcon type={type} size={20} />
            </span>
            <span>
              <span className={classes.name}>{t(`applications.types.${type}`)}</span>
              <span className={classes.text}>{t(`applications.type_texts.${type}`)}</span>
              <span className={classes.text}>{t(`applications.type_examples.${type}`)}</span>
            </span>
          </label>
        ))}
      </div>
      <div id={id}>{invalid && <Input.Error>{error}</Input.Error>}</div>
    </fieldset>
  );
}
