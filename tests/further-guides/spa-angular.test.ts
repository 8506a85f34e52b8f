// Follows the Angular guide literally.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the Angular guide', () => {
  const application = useRunningGuide('spa-angular');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'angler'));
});
