// Choice of an application's type, as cards.
import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceCard, ChoiceCards } from '../../kit/choice-card.tsx';
import type { GuideTarget } from '../guides/registry.ts';
import { ApplicationIcon } from './application-icon.tsx';
import type { CreationTarget } from './creation-cards.ts';

const types = ['Native', 'SPA', 'Traditional', 'MachineToMachine'] as const satisfies GuideTarget[];

type Props = { value: CreationTarget | ''; error?: ReactNode; onChange: (type: GuideTarget) => void };

export function TypeChoice({ value, error, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const invalid = Boolean(error);
  return (
    <div>
      <ChoiceCards legend={t('applications.create.type')} describedBy={id}>
        {types.map((type, index) => (
          <ChoiceCard
            key={type}
            required
            name={id}
            checked={value === type}
            aria-invalid={invalid}
            onChange={() => onChange(type)}
            icon={<ApplicationIcon type={type} size={20} />}
            title={t(`applications.types.${type}`)}
            text={t(`applications.type_texts.${type}`)}
            more={t(`applications.type_examples.${type}`)}
            // The form focuses this when no type is chosen.
            {...(index === 0 && { 'data-path': 'type', 'data-autofocus': true })}
          />
        ))}
      </ChoiceCards>
      <div id={id}>{invalid && <Input.Error>{error}</Input.Error>}</div>
    </div>
  );
}
