// Follows the Ruby guide literally.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the Ruby guide', () => {
  const application = useRunningGuide('web-ruby');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'rubyist'));
});
