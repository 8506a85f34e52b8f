import { expect, it } from 'vitest';
import { curlOf } from './curl.ts';

it('quotes everything for a shell', () => {
  const command = curlOf('https://a.example/hook', { 'x-name': "O'Hara", 'content-length': '2' }, '{}');
  expect(command.split(' \\\n')).toEqual([
    "curl -X POST 'https://a.example/hook'",
    `  -H 'x-name: O'\\''Hara'`,
    "  -d '{}'",
  ]);
});
