// Follows the vanilla JS guide literally.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the vanilla JS guide', () => {
  const application = useRunningGuide('spa-vanilla');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'vanilla'));
});
