// The Spring Boot guide, followed to the letter.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the Spring Boot guide', () => {
  const application = useRunningGuide('web-java-spring-boot');

  it('signs people in and out', { timeout: patience }, () => tryOut(application(), 'springuser'));
});
