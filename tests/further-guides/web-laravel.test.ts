// Follows the Laravel guide literally.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the Laravel guide', () => {
  const application = useRunningGuide('web-laravel');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'artisan'));
});
