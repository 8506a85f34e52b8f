// Reference for script authors: inputs, examples and environment variables. One section is open at a time.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { KeyValueRows } from '../../kit/key-value-rows.tsx';
import { declarationOf } from '../../kit/shape.ts';
import { examples } from './samples.ts';
import type { ScriptForm } from './script-form.ts';
import { partsOf } from './script-input.ts';
import classes from './script-page.module.css';
import { emptyVariable, revealedVariables } from './script-values.ts';
import { revealVariables, type TokenKind } from './token-kinds.ts';

const typeNames: Record<string, string> = {
  token: 'token',
  user: 'context.user',
  grant: 'context.grant',
  interaction: 'context.interaction',
};

function Code({ children, label }: { children: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className={classes.code} dir="ltr" tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  );
}

function Part({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className={classes.part} name="script-guide" open={open}>
      <summary>{title}</summary>
      <div className={classes.partContent}>{children}</div>
    </details>
  );
}

export function GuidePanel({ kind, form }: { kind: TokenKind; form: ScriptForm }) {
  const { t } = useTranslation();
  const parts = Object.entries(partsOf(kind)) as [
    keyof typeof typeNames & GuidePart,
    ReturnType<typeof partsOf>[string],
  ][];
  return (
    <div>
      <p className={classes.lead}>{t('custom-jwt.guide.lead')}</p>
      {parts.map(([name, shape]) => (
        <Part key={name} title={t(`custom-jwt.guide.${name}.title`)} open={name === 'token'}>
          <p>{t(`custom-jwt.guide.${name}.text`)}</p>
          <Code label={t(`custom-jwt.guide.${name}.title`)}>{`${typeNames[name]}: ${declarationOf(shape)}`}</Code>
        </Part>
      ))}
      <Part title={t('custom-jwt.guide.fetch.title')}>
        <p>{t('custom-jwt.guide.fetch.text')}</p>
        <Code label={t('custom-jwt.guide.fetch.title')}>{examples.fetch}</Code>
      </Part>
      <Part title={t('custom-jwt.variables.title')}>
        <p>{t('custom-jwt.variables.text')}</p>
        <Code label={t('custom-jwt.variables.title')}>{examples.variables}</Code>
        <Variables kind={kind} form={form} />
      </Part>
      <Part title={t('custom-jwt.guide.deny.title')}>
        <p>{t('custom-jwt.guide.deny.text')}</p>
        <Code label={t('custom-jwt.guide.deny.title')}>{examples.deny}</Code>
      </Part>
      <p className={classes.note}>{t('custom-jwt.guide.note')}</p>
    </div>
  );
}

type GuidePart = 'token' | 'user' | 'grant' | 'interaction';

function Variables({ kind, form }: { kind: TokenKind; form: ScriptForm }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { variables } = form.values;
  const reveal = useMutation({
    mutationFn: () => revealVariables(api, kind),
    onSuccess: (values) => {
      const initial = form.getInitialValues();
      form.setInitialValues({ ...initial, variables: revealedVariables(initial.variables, values) });
      form.setFieldValue('variables', revealedVariables(form.getValues().variables, values));
    },
  });
  return (
    <KeyValueRows
      label={t('custom-jwt.variables.title')}
      keyLabel={t('custom-jwt.variables.key')}
      valueLabel={t('custom-jwt.variables.value')}
      secret
      onReveal={() => reveal.mutate()}
      rows={variables.map(({ key, value }, index) => ({
        key,
        value,
        keyError: form.errors[`variables.${index}.key`],
        valueError: form.errors[`variables.${index}.value`],
        path: `variables.${index}`,
      }))}
      onChange={(index, row) => {
        form.setFieldValue('variables', variables.with(index, row));
        form.clearFieldError(`variables.${index}.key`);
        form.clearFieldError(`variables.${index}.value`);
      }}
      onAdd={() => form.setFieldValue('variables', [...variables, emptyVariable])}
      onRemove={(index) => {
        const rest = variables.filter((_, other) => other !== index);
        form.setFieldValue('variables', rest.length > 0 ? rest : [emptyVariable]);
        form.clearErrors();
      }}
    />
  );
}
