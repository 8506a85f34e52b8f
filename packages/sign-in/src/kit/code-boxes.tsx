// Six boxes for a code: typed, pasted into any of them, or autofilled.
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useApp } from '../app-context.ts';
import { withPlainDigits } from '../identifier.ts';
import '../styles/code-cells.css';
import { FieldNote } from './field-note.tsx';

const length = 6;
const positions = Array.from({ length }, (_, position) => position);

export type Digits = readonly string[];
export const noDigits: Digits = positions.map(() => '');

const digitsIn = (text: string) => [...withPlainDigits(text).replace(/\D/g, '')];

type Props = {
  digits: Digits;
  error: string | undefined;
  busy: boolean;
  /** Lower, with a visible label, below other content of the page. */
  compact?: boolean;
  onChange: (digits: Digits) => void;
};

export const CodeBoxes = ({ digits, error, busy, compact = false, onChange }: Props) => {
  const { t } = useApp();
  const id = useId();
  const boxes = useRef<HTMLFieldSetElement>(null);
  const focus = (position: number) => {
    const box = boxes.current?.querySelectorAll('input')[Math.min(Math.max(position, 0), length - 1)];
    box?.focus();
    box?.select();
  };
  // Return to the first box after a rejected code.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the digits change
  useEffect(() => {
    if (digits === noDigits && boxes.current?.contains(document.activeElement)) focus(0);
  }, [digits]);
  const write = (position: number, entered: string[]) => {
    // A complete code fills all boxes, wherever it is pasted.
    const first = entered.length >= length ? 0 : position;
    // Typing over the first digit of a rejected code begins a new one; any other digit is corrected.
    const kept = error !== undefined && position === 0 ? noDigits : digits;
    onChange(kept.map((digit, index) => (index < first ? digit : (entered[index - first] ?? digit))));
    focus(first + entered.length);
  };
  const type = (position: number, box: HTMLInputElement) => {
    const old = digits[position] ?? '';
    const typed = digitsIn(box.value);
    const replacing =
      old !== '' && typed.length === 2 ? [typed[0] === old ? typed[1] : typed[0]].flatMap((one) => one ?? []) : typed;
    // Ignore anything but digits.
    box.value = old;
    if (replacing.length > 0) write(position, replacing);
    else onChange(digits.with(position, ''));
  };
  const move = (event: KeyboardEvent<HTMLInputElement>, position: number) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      event.preventDefault();
      focus(position + step);
    } else if (event.key === 'Backspace' && !digits[position] && position > 0) {
      event.preventDefault();
      onChange(digits.with(position - 1, ''));
      focus(position - 1);
    }
  };
  return (
    <fieldset ref={boxes} className={compact ? 'boxes low' : 'boxes'}>
      <legend className={compact ? undefined : 'hidden'}>{t('input.code')}</legend>
      <div className="control" dir="ltr">
        {positions.map((position) => (
          <input
            key={position}
            type="text"
            inputMode="numeric"
            autoComplete={position === 0 ? 'one-time-code' : 'off'}
            aria-label={t('input.digit', { position: position + 1, length })}
            aria-invalid={error !== undefined}
            aria-describedby={position === 0 && error ? `${id}-note` : undefined}
            data-focus={position === 0 || undefined}
            value={digits[position] ?? ''}
            readOnly={busy}
            onFocus={(event) => event.currentTarget.select()}
            onInput={(event) => type(position, event.currentTarget)}
            onKeyDown={(event) => move(event, position)}
            onPaste={(event) => {
              event.preventDefault();
              const pasted = digitsIn(event.clipboardData.getData('text'));
              if (!busy && pasted.length > 0) write(position, pasted.slice(0, length));
            }}
          />
        ))}
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </fieldset>
  );
};
