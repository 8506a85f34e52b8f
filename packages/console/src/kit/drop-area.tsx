// Drop zone that also opens the file picker. The caller handles and validates the files.
import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './drop-area.module.css';

type Props = {
  label: string;
  /** Accepted file types, as in an input's `accept`. */
  accept: string;
  /** The ID of the hint element. */
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
          // Allows the same file to be chosen again.
          event.currentTarget.value = '';
        }}
      />
      {children}
    </label>
  );
}

/** Accepted files, or why a file was rejected. */
export function DropHint({ id, isRefused, children }: { id: string; isRefused: boolean; children: string }) {
  return (
    <p id={id} className={classes.hint} data-error={isRefused || undefined} aria-live="polite">
      {children}
    </p>
  );
}
