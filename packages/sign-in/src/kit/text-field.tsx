// A labeled field that reserves one line below it, so that errors don't shift the layout.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldNote } from './field-note.tsx';

type Props = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** IDs of further descriptions. */
  describedBy?: string;
  /** Gets the initial focus. */
  focus?: boolean;
  /** May be left empty. */
  optional?: boolean;
  onChange: (value: string) => void;
  /** A link next to the label. */
  aside?: ReactNode;
  /** A control in front of the input. */
  before?: ReactNode;
  children?: ReactNode;
};

export const TextField = ({
  label,
  error,
  hint,
  describedBy,
  focus = false,
  optional = false,
  onChange,
  aside,
  before,
  children,
  ...input
}: Props) => {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className="control">
        {before}
        <input
          type="text"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          id={id}
          required={!optional}
          aria-invalid={error !== undefined}
          aria-describedby={[note && `${id}-note`, describedBy].filter(Boolean).join(' ') || undefined}
          data-focus={focus || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {children}
      </div>
      <FieldNote id={`${id}-note`} error={error}>
        {hint}
      </FieldNote>
    </div>
  );
};
