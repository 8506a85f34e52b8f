// The application the user signs in to: its name, and ways back to it.
import { useApp } from '../app-context.ts';
import { runsScript } from '../leave.ts';

export const useApplication = () => {
  const { settings } = useApp();
  const { displayName, application } = settings;
  const { name, homeUrl = '' } = application ?? {};
  return { name: displayName || name, homeUrl: homeUrl && !runsScript(homeUrl) ? homeUrl : undefined };
};
