// The React guide, followed to the letter.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the React guide', () => {
  const application = useRunningGuide('spa-react');

  it('signs people in and out', { timeout: patience }, () => tryOut(application(), 'reactor'));
});
