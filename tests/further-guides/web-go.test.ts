// Follows the Go guide literally.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the Go guide', () => {
  const application = useRunningGuide('web-go');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'gopher'));
});
