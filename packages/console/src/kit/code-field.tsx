// Code as text: an editor when it has arrived, a plain box until then and where it cannot be loaded.
import { Input, Textarea } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode, Suspense, useId } from 'react';
import classes from './code-field.module.css';

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
      dir="ltr"
      spellCheck={false}
      classNames={{ input: 'mono' }}
    />
  );
}

/** The editor of one language, loaded when a field first shows it. */
export const lazyEditor = (load: () => Promise<ComponentType<EditorProps>>) =>
  lazy(() =>
    load().then(
      (loaded) => ({ default: loaded }),
      () => ({ default: PlainEditor }),
    ),
  );

export type CodeFieldProps = {
  label: string;
  description?: ReactNode;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  onBlur: () => void;
  'data-path': string;
};

export function CodeField(props: CodeFieldProps & { editor: ComponentType<EditorProps> }) {
  const { label, description, value, error, onChange, onBlur, 'data-path': path, editor: Editor } = props;
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
      </span>
      <Input.Description id={`${id}-description`}>{description}</Input.Description>
      <div className={classes.frame} data-invalid={invalid}>
        <Suspense fallback={<PlainEditor {...given} />}>
          <Editor {...given} />
        </Suspense>
      </div>
      {invalid && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </div>
  );
}
