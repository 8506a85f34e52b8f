// Follows the NextAuth.js guide literally.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the NextAuth.js guide', () => {
  const application = useRunningGuide('web-next-auth');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'authora'));
});
