// Follows the Remix guide literally.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the Remix guide', () => {
  const application = useRunningGuide('web-remix');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'remixer'));
});
