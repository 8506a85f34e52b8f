// Follows the ASP.NET Core MVC guide literally.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the ASP.NET Core MVC guide', () => {
  const application = useRunningGuide('web-dotnet-core-mvc');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'mvcuser'));
});
