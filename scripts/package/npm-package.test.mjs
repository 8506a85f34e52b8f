import { expect, it } from 'vitest';
import { manifest } from './npm-package.mjs';

it('names the repository of the workflow that publishes it, which npm compares with the provenance', () => {
  const environment = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'example/tessera' };
  expect(manifest(environment).repository).toEqual({ type: 'git', url: 'git+https://github.com/example/tessera.git' });
  expect(manifest({})).not.toHaveProperty('repository');
});

it('is started by its command', () => {
  expect(manifest({}).bin).toEqual({ tessera: 'bin/tessera.mjs' });
});
