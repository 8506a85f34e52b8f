// Follows the React Router guide literally.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the React Router guide', () => {
  const application = useRunningGuide('web-react-router');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'routera'));
});
