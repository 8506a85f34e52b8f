// A code editor, or a textarea, with label and error.
import { Input, Textarea } from '@mantine/core';
import { type ComponentType, type ReactNode, useId } from 'react';
import classes from './code-field.module.css';
import { codeInput } from './code-input.ts';
import { lazyEditor } from './lazy-editor.tsx';

export type EditorProps = {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  labelledBy: string;
  describedBy: string;
  invalid: boolean;
  path: string;
};

function PlainEditor({ value, onChange, onBlur, labelledBy, describedBy, invalid, path }: EditorProps) {
  return (
    <Textarea
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      data-path={path}
      rows={6}
      {...codeInput}
      classNames={{ input: 'mono' }}
    />
  );
}

/** The editor for one language. */
export const codeEditor = (load: () => Promise<ComponentType<EditorProps>>) => lazyEditor(load, PlainEditor);

export type CodeFieldProps = {
  label: string;
  description?: ReactNode;
  /** Marks the label. */
  required?: boolean;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  onBlur: () => void;
  'data-path': string;
};

export function CodeField(props: CodeFieldProps & { editor: ComponentType<EditorProps> }) {
  const { label, description, required = false, value, error, onChange, onBlur } = props;
  const { 'data-path': path, editor: Editor } = props;
  const id = useId();
  const invalid = Boolean(error);
  const given: EditorProps = {
    value,
    onChange,
    onBlur,
    labelledBy: `${id}-label`,
    describedBy: `${id}-description ${id}-error`,
    invalid,
    path,
  };
  return (
    <div className={classes.field}>
      <span className={classes.label} id={given.labelledBy}>
        {label}
        {required && (
          <span className={classes.asterisk} aria-hidden="true">
            {' *'}
          </span>
        )}
      </span>
      <Input.Description id={`${id}-description`}>{description}</Input.Description>
      <div className={classes.frame} data-invalid={invalid}>
        <Editor {...given} />
      </div>
      {invalid && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </div>
  );
}
