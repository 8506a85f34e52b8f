// The Angular guide, followed to the letter.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the Angular guide', () => {
  const application = useRunningGuide('spa-angular');

  it('signs people in and out', { timeout: patience }, () => tryOut(application(), 'angler'));
});
