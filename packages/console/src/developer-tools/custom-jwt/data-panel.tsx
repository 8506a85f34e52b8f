// Sample data for testing a script.
import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { JsonField } from '../../kit/json-field.tsx';
import { UserChoice } from '../../user-management/users/user-choice.tsx';
import { sampleContext, sampleToken } from './samples.ts';
import type { ScriptForm, useScriptForm } from './script-form.ts';
import classes from './script-page.module.css';
import type { TokenKind } from './token-kinds.ts';

type Props = { kind: TokenKind; form: ScriptForm; trial: ReturnType<typeof useScriptForm>['trial'] };

export function DataPanel({ kind, form, trial }: Props) {
  const { t } = useTranslation();
  const field = (name: 'token' | 'context', sample: string) => (
    <div className={classes.sample}>
      <JsonField
        label={t(`custom-jwt.data.${name}`)}
        description={t('fields.leave_editor')}
        value={form.values[name]}
        error={form.errors[name]}
        onChange={(value) => form.setFieldValue(name, value)}
        onBlur={() => form.validateField(name)}
        data-path={name}
      />
      <Button
        className={classes.restoreSample}
        variant="subtle"
        leftSection={<IconRestore size={14} />}
        aria-label={t('custom-jwt.data.restore_named', { name: t(`custom-jwt.data.${name}`) })}
        onClick={() => {
          form.setFieldValue(name, sample);
          form.clearFieldError(name);
        }}
      >
        {t('custom-jwt.data.restore')}
      </Button>
    </div>
  );
  return (
    <div className={classes.samples}>
      <p className={classes.lead}>{t('custom-jwt.data.text')}</p>
      {kind === 'access-token' && (
        <UserChoice
          label={t('custom-jwt.data.user')}
          description={t('custom-jwt.data.user_text')}
          placeholder={t('custom-jwt.data.no_user')}
          value={trial.userId}
          onChange={trial.setUserId}
        />
      )}
      {field('token', sampleToken(kind))}
      {kind === 'access-token' && field('context', sampleContext)}
    </div>
  );
}
