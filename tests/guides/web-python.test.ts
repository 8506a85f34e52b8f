// Follows the Python guide literally, with the system's interpreter and packages.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';
import { installPackages, systemPath } from './system-packages.ts';

describe('the Python guide', () => {
  const application = useRunningGuide('web-python', {
    path: systemPath,
    before: ({ project, guide }) =>
      installPackages(project, guide, 'flask, requests, authlib.integrations.flask_client'),
  });

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'pythonista'));
});
