// The machine-to-machine application whose tokens are counted, and its request, for every compared server.
import type { Target } from './load.ts';

export type Machine = { id: string; secret: string };

export const machine: Machine = { id: 'm-bench', secret: 'only-the-benchmark-knows-this-one' };
export const resource = 'https://default.tessera.app/api';

export const basic = ({ id, secret }: Machine) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

export const tokenRequest = (pid: number, url: string, caller: Machine, target: string): Target => ({
  pid,
  url,
  method: 'POST',
  headers: { authorization: basic(caller), 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ grant_type: 'client_credentials', resource: target, scope: 'all' }).toString(),
});
