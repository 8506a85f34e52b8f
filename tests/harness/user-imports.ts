// User import uploads, awaited until they finish.
import type { UserImport } from '@tessera/contract/user-imports';
import { eventually } from './eventually.ts';

type Caller = { origin: string; token: string };
type Body = string | Uint8Array | ReadableStream;
export type Upload = { type?: string; query?: Record<string, string> };

export const userImports = ({ origin, token }: Caller) => {
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${origin}/api${path}`, { ...init, headers });
    const body = await response.text();
    return { status: response.status, headers: response.headers, body, json: <T>() => JSON.parse(body) as T };
  };
  const upload = (body: Body, { type = 'text/csv', query = {} }: Upload = {}) =>
    send(`/user-imports?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
      duplex: 'half',
    } as RequestInit);
  const read = async (id: string) => (await send(`/user-imports/${id}`)).json<UserImport>();
  /** Waits until the import is in a final state. */
  const ended = async (id: string, within = 120_000): Promise<UserImport> => {
    let last: UserImport | undefined;
    await eventually(
      async () => {
        last = await read(id);
        return !['uploading', 'checking', 'importing'].includes(last.status);
      },
      { within, what: 'the end of the import' },
    );
    return last as UserImport;
  };
  const run = async (body: Body, options: Upload = {}): Promise<UserImport> => {
    const answer = await upload(body, options);
    if (answer.status !== 201) throw new Error(`not taken in: ${answer.status} ${answer.body}`);
    return ended(answer.json<UserImport>().id);
  };
  type Problem = { rowNumber: number; field: string; code: string; message: string; identifier: string | null };
  const problems = async (id: string, query = 'page_size=100') =>
    (await send(`/user-imports/${id}/problems?${query}`)).json<Problem[]>();
  const post = (path: string, body: object) =>
    send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const start = (id: string, body: object = {}) => post(`/user-imports/${id}/start`, body);
  const check = (id: string, body: object = {}) => post(`/user-imports/${id}/check`, body);
  /** Reserves an upload in parts. */
  const open = (size: number, body: object = {}) =>
    post('/user-imports/uploads', { fileName: 'users.csv', format: 'csv', size, ...body });
  const sendPart = (id: string, offset: number | string, part: Body) =>
    send(`/user-imports/${id}/content?offset=${offset}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: part,
      duplex: 'half',
    } as RequestInit);
  return { send, upload, read, ended, run, problems, start, check, open, sendPart };
};
