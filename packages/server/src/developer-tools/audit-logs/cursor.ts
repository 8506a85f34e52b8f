// A position in the log: time and ID of the last entry read.
import { RequestError } from '../../infrastructure/http/request-error.ts';

export type Cursor = { createdAt: number; id: string };

export const cursorOf = ({ createdAt, id }: Cursor): string => `${createdAt.toString(36)}.${id}`;

export const readCursor = (text: string): Cursor => {
  const [, time = '', id = ''] = /^([0-9a-z]{1,10})\.([\w-]{1,21})$/.exec(text) ?? [];
  const createdAt = Number.parseInt(time, 36);
  if (!(createdAt <= 8_640_000_000_000_000)) throw new RequestError('guard.invalid_pagination');
  return { createdAt, id };
};
