// The form of a dialog that creates something: checked before it is sent, and what the server refuses stands at its field.
import { Button, Modal, type ModalProps } from '@mantine/core';
import { type FormErrors, type FormValidateInput, useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../app/problem.ts';
import { BusyButton } from './busy-button.tsx';
import classes from './creation-form.module.css';
import { fieldIssues } from './field-issues.ts';

type Options<Values> = {
  initialValues: Values;
  validate: FormValidateInput<Values>;
  create: Pick<UseMutationResult<unknown, Error, Values>, 'isPending' | 'mutate'>;
  /** What only the server knows to be taken: the code of its refusal, the field, and what to say there. */
  taken?: { code: string; field: keyof Values & string; text: string };
};

export function useCreationForm<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { initialValues, validate, create, taken } = options;
  const { t } = useTranslation();
  const form = useForm<Values>({ initialValues, validate });
  const refuse = (error: Error) => {
    if (taken && error instanceof ApiProblem && error.code === taken.code) {
      form.setFieldError(taken.field, taken.text);
      form.getInputNode(taken.field)?.focus();
    }
    for (const { path } of fieldIssues(error)) {
      const field = path.map(String).findLast((part) => part in initialValues);
      if (field !== undefined) form.setFieldError(field, t('fields.refused'));
    }
  };
  const onSubmit = form.onSubmit(
    (values) => {
      if (!create.isPending) create.mutate(values, { onError: refuse });
    },
    (errors: FormErrors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return { form, onSubmit };
}

type Props = Pick<ModalProps, 'title' | 'size' | 'onClose'> & {
  /** What the button says that creates it. */
  action: string;
  busy: boolean;
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

export function CreationDialog({ title, size = 'md', onClose, action, busy, onSubmit, children }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} size={size} title={title} closeButtonProps={{ 'aria-label': t('general.close') }}>
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
    </Modal>
  );
}
