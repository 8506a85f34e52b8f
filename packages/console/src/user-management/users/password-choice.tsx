// Password of a new user: generated, none, or typed.
import { PasswordInput, Radio } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import classes from './password-choice.module.css';

const choices = ['generated', 'none', 'typed'] as const;
export type PasswordKind = (typeof choices)[number];

type Props = {
  kind: PasswordKind;
  onKind: (kind: PasswordKind) => void;
  /** The password field. */
  field: GetInputPropsReturnType;
};

export function PasswordChoice({ kind, onKind, field }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Radio.Group
        label={t('users.password')}
        value={kind}
        onChange={(value) => onKind(choices.find((choice) => choice === value) ?? 'generated')}
      >
        <div className={classes.choices}>
          {choices.map((choice) => (
            <Radio
              key={choice}
              value={choice}
              label={t(`users.create.${choice}`)}
              {...(choice !== 'typed' && { description: t(`users.create.${choice}_text`) })}
            />
          ))}
        </div>
      </Radio.Group>
      {kind === 'typed' && (
        <PasswordInput
          {...field}
          label={t('users.create.typed_label')}
          withAsterisk
          autoComplete="new-password"
          maxLength={1024}
          // The error is a list, which a paragraph cannot contain.
          errorProps={{ component: 'div' }}
          visibilityToggleButtonProps={{ 'aria-label': t('fields.show_password') }}
          data-path="password"
        />
      )}
    </>
  );
}
