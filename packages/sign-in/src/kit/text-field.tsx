// A labelled field with room for one line below it, so that an error never moves what follows.
import { type ComponentProps, type ReactNode, useId } from 'react';

type Props = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** Ids of further texts that explain the field. */
  describedBy?: string;
  /** Takes the focus when the page appears. */
  focus?: boolean;
  /** May be left empty. */
  optional?: boolean;
  onChange: (value: string) => void;
  /** A control that belongs to the field and stands before it. */
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
  before,
  children,
  ...input
}: Props) => {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
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
      <p id={`${id}-note`} className={error ? 'note error' : 'note'}>
        {note}
      </p>
    </div>
  );
};
