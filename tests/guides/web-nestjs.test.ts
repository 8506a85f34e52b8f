// Follows the NestJS guide literally.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the NestJS guide', () => {
  const application = useRunningGuide('web-nestjs');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'nestling'));
});
