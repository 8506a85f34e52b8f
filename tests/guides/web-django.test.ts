// Follows the Django guide literally, with the system's interpreter and packages.
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import { patience, useRunningGuide } from './running-guide.ts';
import { installPackages, systemPath } from './system-packages.ts';

describe('the Django guide', () => {
  const application = useRunningGuide('web-django', {
    path: systemPath,
    before: ({ project, guide }) =>
      installPackages(project, guide, 'django, requests, authlib.integrations.django_client'),
  });

  it('signs users in and out', { timeout: patience }, () => tryOut(application(), 'djangonaut'));
});
