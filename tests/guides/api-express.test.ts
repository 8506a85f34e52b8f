// Follows the Express API guide literally.
import { describe, it } from 'vitest';
import { useProtectedApi } from './protected-api.ts';
import { patience } from './running-guide.ts';

describe('the Express API guide', () => {
  const check = useProtectedApi('api-express');

  it('accepts only tokens with the permission', { timeout: patience }, check);
});
