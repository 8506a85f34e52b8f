// Signs requests to Azure Blob Storage with the account key (Shared Key).
import { createHmac } from 'node:crypto';
import type { Sign } from './sign-request.ts';

export const createAzureSign =
  ({ account, secret }: { account: string; secret: string }): Sign =>
  async ({ method, url, now, size }) => {
    const ms = {
      ...(method === 'PUT' && { 'x-ms-blob-type': 'BlockBlob' }),
      'x-ms-date': new Date(now).toUTCString(),
      'x-ms-version': '2021-12-02',
    };
    const lines = [
      method,
      ...['', ''], // Content-Encoding, Content-Language
      size > 0 ? String(size) : '',
      // Content-MD5, Content-Type, Date, the conditions, Range
      ...['', '', '', '', '', '', '', ''],
      ...Object.entries(ms).map(([name, value]) => `${name}:${value}`),
      `/${account}${new URL(url).pathname}`,
    ];
    const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(lines.join('\n')).digest('base64');
    return new Headers({ ...ms, authorization: `SharedKey ${account}:${signature}` });
  };
