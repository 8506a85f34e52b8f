// Type of a role. It cannot be changed later.
import { Radio } from '@mantine/core';
import type { RoleType } from '@tessera/contract/role';
import { useTranslation } from 'react-i18next';
import classes from './type-choice.module.css';

const types = ['User', 'MachineToMachine'] as const satisfies RoleType[];

export function TypeChoice({ value, onChange }: { value: RoleType; onChange: (type: RoleType) => void }) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('roles.type')}
      description={t('roles.create.type_hint')}
      value={value}
      onChange={(type) => onChange(type === 'User' ? 'User' : 'MachineToMachine')}
    >
      <div className={classes.types}>
        {types.map((type) => (
          <Radio key={type} value={type} label={t(`roles.types.${type}`)} description={t(`roles.type_texts.${type}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}
