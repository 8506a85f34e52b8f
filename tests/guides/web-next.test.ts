// Follows the Next.js Pages Router guide literally.
import { describe, expect, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';

describe('the Next.js Pages Router guide', () => {
  const application = useRunningGuide('web-next');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'pagesuser'));

  it('calls no API while signed out', { timeout: patience }, async () => {
    const answer = await fetch(`${application().origin}/api/orders`);
    expect([answer.status, await answer.text()]).toEqual([401, 'Sign in first']);
  });
});
