// Shows every kit component in every state, with the console's theme, phrases and services but without a server.
import '../src/app/styles.ts';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { directionOf } from '@tessera/phrases/languages';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createApi } from '../src/app/api.ts';
import { createAppearanceManager } from '../src/app/appearance.ts';
import { createDrafts } from '../src/app/drafts.ts';
import { createTexts } from '../src/app/language.ts';
import { DocumentPreferences } from '../src/app/preferences.tsx';
import { createProblems } from '../src/app/problems.ts';
import { createQueryClient } from '../src/app/query-client.ts';
import { createRelease } from '../src/app/release.ts';
import { ServicesProvider } from '../src/app/services.tsx';
import { createSession } from '../src/app/session.ts';
import { readSettings } from '../src/app/settings.ts';
import { theme, variables } from '../src/app/theme.ts';
import { Gallery } from './gallery.tsx';

const { origin } = window.location;
const settings = readSettings(
  {
    edition: 'oss',
    version: '0.0.0',
    namespace: 'tessera',
    base: '',
    origin,
    adminEndpoint: origin,
    tenantEndpoint: origin,
    hasOwnOrigin: true,
    devFeatures: false,
    releases: { page: '#' },
    help: { docs: 'https://docs.example.com/' },
  },
  '/',
);
const { storageKey } = settings.wire;
const texts = await createTexts(storageKey('language'));
const session = createSession(settings);
const problems = createProblems(session, texts.i18n);
const queryClient = createQueryClient(problems);
// In-memory history: links lead nowhere, and Back always has an entry.
const history = createMemoryHistory({ initialEntries: ['/', '/'] });
const api = createApi(settings, session, () => texts.i18n.language);
queryClient.setQueryData(api.management.query('/user-assets/service-status').queryKey, { status: 'ready' } as never);
const services = {
  settings,
  session,
  texts,
  api,
  problems,
  queryClient,
  history,
  drafts: createDrafts(settings, session),
  release: createRelease(settings),
};
const router = createRouter({ routeTree: createRootRoute({ component: Gallery }), history });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <ServicesProvider value={services}>
      <I18nextProvider i18n={texts.i18n}>
        <QueryClientProvider client={queryClient}>
          <DirectionProvider initialDirection={directionOf(texts.i18n.language)} detectDirection={false}>
            <MantineProvider
              theme={theme}
              cssVariablesResolver={variables}
              colorSchemeManager={createAppearanceManager(storageKey('appearance_mode'))}
              defaultColorScheme="auto"
            >
              <DocumentPreferences />
              <Notifications position="top-center" />
              <RouterProvider router={router as never} />
            </MantineProvider>
          </DirectionProvider>
        </QueryClientProvider>
      </I18nextProvider>
    </ServicesProvider>
  </StrictMode>,
);
