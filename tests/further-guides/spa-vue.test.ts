// The Vue guide, followed to the letter.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the Vue guide', () => {
  const application = useRunningGuide('spa-vue');

  it('signs people in and out', { timeout: patience }, () => tryOut(application(), 'viewer'));
});
