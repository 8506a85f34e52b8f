// The guide that protects an API made with Python, followed to the letter, with the interpreter and packages of the system.
import { describe, it } from 'vitest';
import { useProtectedApi } from './protected-api.ts';
import { patience } from './running-guide.ts';
import { installPackages, systemPath } from './system-packages.ts';

describe('the guide of an API with Python', () => {
  const check = useProtectedApi('api-python', {
    path: systemPath,
    before: (project, guide) => installPackages(project, guide, 'flask, jwt, cryptography'),
  });

  it('lets in who has a token for it, with the permission, and nobody else', { timeout: patience }, check);
});
