// Follows the Hono guide literally.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the Hono guide', () => {
  const application = useRunningGuide('web-hono');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'honored'));
});
