// The line below a field: an error with an icon, otherwise a hint.
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export const FieldNote = ({ id, error, children }: { id: string; error: string | undefined; children?: ReactNode }) => (
  <p id={id} className={error ? 'note error' : 'note'} dir="auto">
    {error && <IconAlertCircle size={16} stroke={1.75} aria-hidden />}
    <span>{error ?? children}</span>
  </p>
);
