// The Express guide, followed to the letter.
import { beforeAll, describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, type RunningGuide, useRunningGuide } from './running-guide.ts';

describe('the Express guide', () => {
  let application: RunningGuide;
  beforeAll(async () => {
    application = await useRunningGuide('web-express');
  }, patience);

  it('signs people in and out', { timeout: patience }, () => tryOut(application, 'expressa'));
});
