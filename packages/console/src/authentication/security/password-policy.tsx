// Password policy.
import { Checkbox, NumberInput, Radio, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { EditableForm } from '../../kit/editable-form.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { Notice } from '../../kit/notice.tsx';
import type { Experience } from '../sign-in-experience/query.ts';
import { experiencePage } from './experience-page.tsx';
import { checkPolicy, maxLengthOf, type PolicyValues, policyOf, policyValuesOf } from './policy-values.ts';
import classes from './security.module.css';
import { useSecurityForm } from './security-form.ts';
import { WeakPasswords } from './weak-passwords.tsx';

const kinds = ['1', '2', '3', '4'] as const;
const checks = ['pwned', 'repetitionAndSequence', 'userInfo'] as const;
/** Keyed by the server's path in the policy. */
const fields: Record<string, keyof PolicyValues> = {
  length: 'minLength',
  characterTypes: 'characterTypes',
  rejects: 'words',
};

function Form({ experience }: { experience: Versioned<Experience> }) {
  const { t } = useTranslation();
  const max = maxLengthOf(experience);
  const work = useSecurityForm<PolicyValues>(experience, {
    valuesOf: policyValuesOf,
    validate: (values) => checkPolicy(values, max, t),
    bodyOf: (values, base) => ({ passwordPolicy: policyOf(values, base) }),
    fieldOf: ({ path: [, part] }) => fields[String(part)],
  });
  const { form } = work;
  const labels: Record<keyof PolicyValues, string> = {
    minLength: t('security.password.min_length'),
    characterTypes: t('security.password.character_types'),
    pwned: t('security.password.pwned'),
    repetitionAndSequence: t('security.password.repetitionAndSequence'),
    userInfo: t('security.password.userInfo'),
    hasWords: t('security.password.custom_words'),
    words: t('security.password.words'),
  };
  return (
    <EditableForm work={work} labelOf={(field) => labels[field]}>
      <FormSection title={t('security.password.strength')} text={t('security.password.strength_text')}>
        <NumberInput
          label={labels.minLength}
          description={t('security.password.min_length_hint', { max })}
          min={1}
          max={max}
          clampBehavior="blur"
          allowDecimal={false}
          allowNegative={false}
          withAsterisk
          classNames={{ wrapper: classes.number }}
          {...form.getInputProps('minLength')}
        />
        <Radio.Group
          label={labels.characterTypes}
          description={t('security.password.character_types_hint')}
          classNames={{ description: classes.symbols }}
          {...form.getInputProps('characterTypes')}
        >
          <div className={classes.choices}>
            {kinds.map((kind) => (
              <Radio key={kind} value={kind} label={t('security.password.kinds', { count: Number(kind) })} />
            ))}
          </div>
        </Radio.Group>
        {form.values.characterTypes !== '1' && <Notice>{t('security.password.kinds_advice')}</Notice>}
      </FormSection>
      <FormSection title={t('security.password.rejects')} text={t('security.password.rejects_text')}>
        {checks.map((check) => (
          <Checkbox
            key={check}
            label={labels[check]}
            description={t(`security.password.${check}_hint`)}
            {...form.getInputProps(check, { type: 'checkbox' })}
          />
        ))}
        <Checkbox
          label={labels.hasWords}
          description={t('security.password.custom_words_hint')}
          {...form.getInputProps('hasWords', { type: 'checkbox' })}
        />
        {form.values.hasWords && (
          <Textarea
            label={labels.words}
            description={t('security.password.words_hint')}
            autosize
            minRows={4}
            maxRows={12}
            dir="auto"
            spellCheck={false}
            {...form.getInputProps('words')}
          />
        )}
        <Notice>{t('security.password.tolerance')}</Notice>
      </FormSection>
      <WeakPasswords />
    </EditableForm>
  );
}

export const PasswordPolicy = experiencePage(Form);
