// The machine whose tokens are counted, the same for every server that is compared.
export const machine = { id: 'm-bench', secret: 'a secret that only the benchmark knows' };
export const resource = 'https://default.tessera.app/api';

export const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

export const tokenRequest = (pid: number, url: string, id: string, secret: string) =>
  ({
    pid,
    url,
    method: 'POST',
    headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'all' }).toString(),
  }) as const;
