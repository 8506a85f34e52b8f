// Follows the FastAPI guide literally, with the system's interpreter and packages.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';
import { installPackages, systemPath } from './system-packages.ts';

describe('the FastAPI guide', () => {
  const application = useRunningGuide('web-fastapi', {
    path: systemPath,
    before: ({ project, guide }) =>
      installPackages(project, guide, 'fastapi, uvicorn, httpx, itsdangerous, authlib.integrations.starlette_client'),
  });

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'fastuser'));
});
