// The React guide, followed to the letter.
import { beforeAll, describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, type RunningGuide, useRunningGuide } from './running-guide.ts';

describe('the React guide', () => {
  let application: RunningGuide;
  beforeAll(async () => {
    application = await useRunningGuide('spa-react');
  }, patience);

  it('signs people in and out', { timeout: patience }, () => tryOut(application, 'reactor'));
});
