// Follows the .NET guide literally.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the .NET guide', () => {
  const application = useRunningGuide('web-dotnet-core');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'dotnetuser'));
});
