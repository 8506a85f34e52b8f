// Raw requests: the path is not normalized, and any Host header is sent.
import { request } from 'node:http';
import type { TestServer } from './server.ts';

export type RawAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

export const sendRaw = (
  server: TestServer,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
