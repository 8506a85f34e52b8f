// Follows the PHP guide literally.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the PHP guide', () => {
  const application = useRunningGuide('web-php');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'phpuser'));
});
