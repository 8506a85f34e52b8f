// Follows the Astro guide literally.
import { describe, expect, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the Astro guide', () => {
  const application = useRunningGuide('web-astro');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'astronaut'));

  it('calls no API while signed out', { timeout: patience }, async () => {
    const answer = await fetch(`${application().origin}/orders`);
    expect([answer.status, await answer.text()]).toEqual([401, 'Sign in first']);
  });
});
