// The guide that protects an API made with Express, followed to the letter.
import { describe, it } from 'vitest';
import { useProtectedApi } from './protected-api.ts';
import { patience } from './running-guide.ts';

describe('the guide of an API with Express', () => {
  const check = useProtectedApi('api-express');

  it('lets in who has a token for it, with the permission, and nobody else', { timeout: patience }, check);
});
