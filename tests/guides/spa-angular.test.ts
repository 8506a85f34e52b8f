// Follows the Angular guide literally.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the Angular guide', () => {
  const application = useRunningGuide('spa-angular');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'angularix'));
});
