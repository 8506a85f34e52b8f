// Follows the Express guide literally.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the Express guide', () => {
  const application = useRunningGuide('web-express');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'expressa'));
});
