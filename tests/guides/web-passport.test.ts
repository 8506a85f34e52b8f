// Follows the Passport guide literally.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the Passport guide', () => {
  const application = useRunningGuide('web-passport');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'passenger'));
});
