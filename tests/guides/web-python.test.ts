// The Python guide, followed to the letter, with the interpreter and the packages of the system.
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

  it('signs people in and out', { timeout: patience }, () => tryOut(application(), 'pythonista'));
});
