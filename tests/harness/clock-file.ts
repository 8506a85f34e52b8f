// The file that shifted-clock.ts reads. It is replaced as a whole, since the server may read it at any moment.
import { renameSync, writeFileSync } from 'node:fs';

export const shiftClock = (file: string, milliseconds: number) => {
  writeFileSync(`${file}.new`, String(milliseconds));
  renameSync(`${file}.new`, file);
};
