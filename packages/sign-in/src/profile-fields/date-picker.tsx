// A button next to a date field that opens the browser's calendar.
import { IconCalendar } from '@tabler/icons-react';
import { useRef } from 'react';
import { useApp } from '../app-context.ts';
import { formatDate } from './dates.ts';

export const DatePicker = ({ format, onPick }: { format: string; onPick: (date: string) => void }) => {
  const { t } = useApp();
  const calendar = useRef<HTMLInputElement>(null);
  const isPossible = 'showPicker' in HTMLInputElement.prototype && formatDate('1990-12-31', format) !== undefined;
  if (!isPossible) return null;
  return (
    <>
      <button
        type="button"
        className="reveal"
        aria-label={t('input.choose_date')}
        onClick={() => calendar.current?.showPicker()}
      >
        <IconCalendar size={18} stroke={1.75} aria-hidden />
      </button>
      <input
        ref={calendar}
        className="calendar"
        type="date"
        tabIndex={-1}
        aria-hidden
        onInput={({ currentTarget: { value } }) => onPick((value && formatDate(value, format)) || '')}
      />
    </>
  );
};
