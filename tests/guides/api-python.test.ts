// Follows the Python API guide literally, with the system's interpreter and packages.
import { describe, it } from 'vitest';
import { useProtectedApi } from './protected-api.ts';
import { patience } from './running-guide.ts';
import { installPackages, systemPath } from './system-packages.ts';

describe('the Python API guide', () => {
  const check = useProtectedApi('api-python', {
    path: systemPath,
    before: (project, guide) => installPackages(project, guide, 'flask, jwt, cryptography'),
  });

  it('accepts only tokens with the permission', { timeout: patience }, check);
});
