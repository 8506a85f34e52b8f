// Follows the SvelteKit guide literally.
import { describe, expect, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the SvelteKit guide', () => {
  const application = useRunningGuide('web-sveltekit');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'svelteuser'));

  it('calls no API while signed out', { timeout: patience }, async () => {
    const answer = await fetch(`${application().origin}/orders`);
    expect([answer.status, await answer.text()]).toEqual([401, 'Sign in first']);
  });
});
