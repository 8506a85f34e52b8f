// Follows the Nuxt guide literally.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the Nuxt guide', () => {
  const application = useRunningGuide('web-nuxt');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'nuxtuser'));
});
