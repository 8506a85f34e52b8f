// Form state of a creation dialog: validates before sending and shows the server's field errors.
import { Button } from '@mantine/core';
import { type FormErrors, type FormValidateInput, useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../app/problem.ts';
import { BusyButton } from './busy-button.tsx';
import classes from './creation-form.module.css';
import { Dialog, type DialogProps } from './dialog.tsx';
import { fieldIssues } from './field-issues.ts';
import { revealField, revealFirstError } from './reveal-field.ts';

type Options<Values> = {
  initialValues: Values;
  validate: FormValidateInput<Values>;
  create: Pick<UseMutationResult<unknown, Error, Values>, 'isPending' | 'mutate'>;
  /** A uniqueness conflict that only the server can detect: its error code, field and message. */
  taken?: { code: string; field: keyof Values & string; text: string };
};

export function useCreationForm<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { initialValues, validate, create, taken } = options;
  const form = useForm<Values>({ initialValues, validate });
  const refuse = (error: Error) => {
    if (taken && error instanceof ApiProblem && error.code === taken.code) {
      form.setFieldError(taken.field, taken.text);
      revealField(form.getInputNode(taken.field));
    }
    for (const { path, message } of fieldIssues(error)) {
      const field = path.map(String).findLast((part) => part in initialValues);
      if (field !== undefined) form.setFieldError(field, message);
    }
  };
  const onSubmit = form.onSubmit(
    (values) => {
      if (!create.isPending) create.mutate(values, { onError: refuse });
    },
    (errors: FormErrors) => revealFirstError(form, errors),
  );
  return { form, onSubmit };
}

type Props = Pick<DialogProps, 'title' | 'size' | 'routed' | 'onClose'> & {
  /** Label of the submit button. */
  action: string;
  busy: boolean;
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

export function CreationDialog({
  title,
  size = 'md',
  routed = false,
  onClose,
  action,
  busy,
  onSubmit,
  children,
}: Props) {
  const { t } = useTranslation();
  return (
    <Dialog routed={routed} onClose={onClose} size={size} title={title}>
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {children}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={busy}>
            {action}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
