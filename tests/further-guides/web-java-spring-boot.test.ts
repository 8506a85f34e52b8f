// Follows the Spring Boot guide literally.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the Spring Boot guide', () => {
  const application = useRunningGuide('web-java-spring-boot');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'springuser'));
});
