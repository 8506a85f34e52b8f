// Follows the Blazor Server guide literally.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the Blazor Server guide', () => {
  const application = useRunningGuide('web-dotnet-core-blazor-server');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'blazoruser'));
});
