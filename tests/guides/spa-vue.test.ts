// Follows the Vue guide literally.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the Vue guide', () => {
  const application = useRunningGuide('spa-vue');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'vueuser'));
});
