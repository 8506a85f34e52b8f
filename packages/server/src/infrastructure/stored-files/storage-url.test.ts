import { expect, it } from 'vitest';
import { parseStorageUrl } from './storage-url.ts';

it.each([
  ['s3://files?region=eu-central-1', 'https://files.s3.eu-central-1.amazonaws.com'],
  ['s3://files/a/b/?region=eu-central-1', 'https://files.s3.eu-central-1.amazonaws.com/a/b'],
  ['s3://files/a?pathStyle=true', 'https://s3.us-east-1.amazonaws.com/files/a'],
  ['s3://files/a?endpoint=http://127.0.0.1:9000', 'http://127.0.0.1:9000/files/a'],
  ['s3://files/a?endpoint=https://s3.example.com/&pathStyle=false', 'https://files.s3.example.com/a'],
  ['gs://files/a', 'https://storage.googleapis.com/files/a'],
  ['azure://account/files/a', 'https://account.blob.core.windows.net/files/a'],
  ['azure://one/files?endpoint=http://127.0.0.1:10000/one', 'http://127.0.0.1:10000/one/files'],
])('%s', (url, base) => {
  expect(parseStorageUrl(url).base).toBe(base);
});

it.each([
  'disk',
  '/var/files',
  'https://files.example.com',
  's3://',
  's3://key:secret@files',
  's3://files?endpoint=ftp://example.com',
  's3://files?endpoint=example',
  's3://files?regoin=eu',
  'azure://account',
])('rejects %s', (url) => {
  expect(() => parseStorageUrl(url)).toThrow();
});
