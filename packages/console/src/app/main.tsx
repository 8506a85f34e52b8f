// Entry point: reads the settings from the page, creates the services and renders the console.
import './styles.ts';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router';
import { directionOf } from '@tessera/phrases/languages';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createApi } from './api.ts';
import { createAppearanceManager } from './appearance.ts';
import { createDrafts, keepDraftsOf } from './drafts.ts';
import { createTexts } from './language.ts';
import { DocumentPreferences } from './preferences.tsx';
import { needsSignIn } from './problem.ts';
import { createProblems } from './problems.ts';
import { createQueryClient } from './query-client.ts';
import { createRelease, isMissingPart, nameMissingParts } from './release.ts';
import { createConsoleRouter, loadRoutesFor } from './router.tsx';
import { type Services, ServicesProvider } from './services.tsx';
import { createSession } from './session.ts';
import { readSettings } from './settings.ts';
import { theme, variables } from './theme.ts';

nameMissingParts();

/** Not at the top level: other files of the build wait for this one, and it waits for some of them. */
const start = async () => {
  const settings = readSettings(window.__tessera, window.location.pathname);
  const { storageKey } = settings.wire;
  const [texts] = await Promise.all([createTexts(storageKey('language')), loadRoutesFor(window.location.pathname)]);
  // Used until a page sets its own title.
  document.title = texts.i18n.t(`general.edition.${settings.edition}`);
  const session = createSession(settings);
  const problems = createProblems(session, texts.i18n);
  const history = createBrowserHistory();
  const services: Services = {
    settings,
    session,
    texts,
    api: createApi(settings, session, () => texts.i18n.language),
    problems,
    queryClient: createQueryClient(problems),
    history,
    drafts: createDrafts(settings, session),
    release: createRelease(settings),
  };
  // Some responses contain translated text, so refetch after a language change.
  texts.i18n.on('languageChanged', () => void services.queryClient.invalidateQueries({ queryKey: ['management'] }));
  if (session.isSignedIn()) keepDraftsOf(settings, session.claims().sub);
  const router = createConsoleRouter(services, history);
  const appearance = createAppearanceManager(storageKey('appearance_mode'));
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

  // react-remove-scroll reads the nonce for its styles from this global.
  Object.assign(window, { __webpack_nonce__: nonce });

  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element.');
  // Expired sessions and new releases are handled; log everything else.
  const logUnforeseen = (error: unknown) => {
    if (!needsSignIn(error) && !isMissingPart(error)) console.error(error);
  };
  createRoot(root, { onCaughtError: logUnforeseen }).render(
    <StrictMode>
      <ServicesProvider value={services}>
        <I18nextProvider i18n={texts.i18n}>
          <QueryClientProvider client={services.queryClient}>
            <DirectionProvider initialDirection={directionOf(texts.i18n.language)} detectDirection={false}>
              <MantineProvider
                theme={theme}
                cssVariablesResolver={variables}
                colorSchemeManager={appearance}
                defaultColorScheme="auto"
                getStyleNonce={() => nonce}
              >
                <DocumentPreferences />
                <Notifications position="top-center" />
                <RouterProvider router={router} />
              </MantineProvider>
            </DirectionProvider>
          </QueryClientProvider>
        </I18nextProvider>
      </ServicesProvider>
    </StrictMode>,
  );
};

void start();
