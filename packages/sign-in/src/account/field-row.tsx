// A value with its label, edited in place.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAccount } from './account-context.ts';
import { Isolated, RowButton } from './parts.tsx';

type Props = {
  label: string;
  value: ReactNode;
  tag?: ReactNode;
  /** The label of the button; without one, the value is read-only. */
  action: string | undefined;
  /** Before the form opens, such as a verification; `false` keeps it closed. */
  before?: () => Promise<boolean>;
  /** The form; `close` also returns the focus. */
  form: (close: () => void) => ReactNode;
};

/** Whether the form is open, and the button that gets the focus back. */
export const useInPlace = () => {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false), button };
};

export const FieldRow = ({ label, value, tag, action, before, form }: Props) => {
  const { t } = useAccount();
  const { isOpen, open, close, button } = useInPlace();
  const start = async () => {
    if (!before || (await before())) open();
  };
  return (
    <li>
      <div className="row field-row">
        {isOpen ? (
          form(close)
        ) : (
          <>
            <p className="row-label">{label}</p>
            <p className="row-value">
              {value ? <Isolated>{value}</Isolated> : <span className="quiet">{t('account.state.not_set')}</span>} {tag}
            </p>
            {action && (
              <div className="row-action">
                <RowButton ref={button} name={label} onClick={start}>
                  {action}
                </RowButton>
              </div>
            )}
          </>
        )}
      </div>
    </li>
  );
};
