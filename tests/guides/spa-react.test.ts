// Follows the React guide literally.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the React guide', () => {
  const application = useRunningGuide('spa-react');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'reactor'));
});
