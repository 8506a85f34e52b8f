// Follows the Vue guide literally.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the Vue guide', () => {
  const application = useRunningGuide('spa-vue');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'viewer'));
});
