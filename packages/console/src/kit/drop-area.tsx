// Where files are dropped, or picked by a click. What is done with them, and what is refused, is the caller's.
import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './drop-area.module.css';

type Props = {
  label: string;
  /** The types of files that are offered, as an input takes them. */
  accept: string;
  /** The id of the hint that belongs to it. */
  hint: string;
  isRefused: boolean;
  onFiles: (files: readonly File[]) => void;
  size?: 'large';
  children: ReactNode;
};

export function DropArea({ label, accept, hint, isRefused, onFiles, size, children }: Props) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <label
      className={classes.area}
      data-size={size}
      data-over={over || undefined}
      data-error={isRefused || undefined}
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
    >
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        aria-label={label}
        aria-describedby={hint}
        aria-invalid={isRefused}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // So that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      {children}
    </label>
  );
}

/** What may be chosen, or why something was not taken. */
export function DropHint({ id, isRefused, children }: { id: string; isRefused: boolean; children: string }) {
  return (
    <p id={id} className={classes.hint} data-error={isRefused || undefined} aria-live="polite">
      {children}
    </p>
  );
}
