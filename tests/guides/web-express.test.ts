// The Express guide, followed to the letter.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the Express guide', () => {
  const application = useRunningGuide('web-express');

  it('signs people in and out', { timeout: patience }, () => tryOut(application(), 'expressa'));
});
