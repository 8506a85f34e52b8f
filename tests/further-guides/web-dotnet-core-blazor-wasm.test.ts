// Follows the Blazor WebAssembly guide literally.
import { describe, it } from 'vitest';
import { tryOut } from '../guides/browser.ts';
import { patience, useRunningGuide } from '../guides/running-guide.ts';

describe('the Blazor WebAssembly guide', () => {
  const application = useRunningGuide('web-dotnet-core-blazor-wasm');

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'blazoruser'));
});
