// Follows the Spring Boot API guide literally.
import { describe, it } from 'vitest';
import { useProtectedApi } from '../guides/protected-api.ts';
import { patience } from '../guides/running-guide.ts';

describe('the Spring Boot API guide', () => {
  const check = useProtectedApi('api-spring-boot');

  it('accepts only tokens with the permission', { timeout: patience }, check);
});
