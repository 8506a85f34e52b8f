// The page behind a setup link. Its token comes in the fragment, and is kept in this tab only.
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../../app/branches.tsx';
import { needsSignIn } from '../../../app/problem.ts';
import { ProblemScreen } from '../../../app/problem-screen.tsx';
import type { Settings } from '../../../app/settings.ts';
import { AppLoader } from '../../../kit/loader.tsx';
import { parseProvisioningSearch } from '../provisioning/search.ts';
import { LinkEnded } from './link-ended.tsx';

const linkPrefix = 'sso_setup_';
const storageKey = ({ wire }: Settings, id: string) => `${wire.storageKey('sso_setup')}:${id}`;

export const ssoSetupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sso-setup/$id',
  validateSearch: (search: Record<string, unknown>) => ({
    ...parseProvisioningSearch(search),
    ...(search.guide === 'open' && { guide: 'open' as const }),
    ...(typeof search.test === 'string' && { test: search.test }),
  }),
  beforeLoad: async ({ context: { settings, texts }, params: { id }, location: { hash } }) => {
    if (settings.tenantId === '') throw notFound();
    await texts.open('sso-setup', 'sso-connectors', 'scim-provisioning', 'connectors', 'applications');
    if (hash.startsWith(linkPrefix)) {
      sessionStorage.setItem(storageKey(settings, id), hash);
      throw redirect({ to: '.', search: true, hash: '', replace: true });
    }
    return { linkToken: sessionStorage.getItem(storageKey(settings, id)) };
  },
  pendingComponent: AppLoader,
  component: lazyRouteComponent(() => import('./setup-page.tsx'), 'SetupPage'),
  // The server rejects a link that was revoked or has expired, as it does a session that has ended.
  errorComponent: ({ error }) => (needsSignIn(error) ? <LinkEnded error={error} /> : <ProblemScreen error={error} />),
});
