// The Next.js guide, followed to the letter.
import { beforeAll, describe, expect, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, type RunningGuide, useRunningGuide } from './running-guide.ts';

describe('the Next.js guide', () => {
  let application: RunningGuide;
  beforeAll(async () => {
    application = await useRunningGuide('web-next-app-router');
  }, patience);

  it('signs people in and out', { timeout: patience }, () => tryOut(application, 'nextuser'));

  it('calls no API for somebody who is signed out', { timeout: patience }, async () => {
    const answer = await fetch(`${application.origin}/orders`);
    expect([answer.status, await answer.text()]).toEqual([401, 'Sign in first']);
  });
});
