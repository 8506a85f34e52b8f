// The guide that protects an API made with Python, followed to the letter, with the interpreter and packages of the system.
import { describe, it } from 'vitest';
import { useProtectedApi } from './protected-api.ts';
import { patience } from './running-guide.ts';

describe('the guide of an API with Python', () => {
  const check = useProtectedApi('api-python', { path: '/usr/bin' });

  it('lets in who has a token for it, with the permission, and nobody else', { timeout: patience }, check);
});
