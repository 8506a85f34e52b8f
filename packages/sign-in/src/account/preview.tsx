// Shows the account pages with an example user in the console's preview frame, without requests.
import type { PublicAccountCenter } from '@tessera/contract/account-center';
import { createRoot } from 'react-dom/client';
import { AppContext } from '../app-context.ts';
import type { Booted } from '../boot/boot.ts';
import { loadPhrases, type Spoken } from '../boot/language.ts';
import type { Page } from '../boot/page.ts';
import type { SessionStore } from '../boot/session-store.ts';
import type { Look, Theme } from '../theme.ts';
import { exampleAccount, exampleApi } from './example-account.ts';
import type { SectionName } from './sections.ts';
import { SignedIn } from './signed-in.tsx';
import { useShell } from './use-shell.ts';

type AccountPreview = {
  signInExperience: object;
  accountCenter: PublicAccountCenter;
  language: string;
  mode: Theme;
  platform: Look['platform'];
  section: SectionName;
};

/** The frame shares session storage with real visits in this tab, so it must not use it. */
const emptyStore: SessionStore = { get: () => undefined, set: () => undefined, forgetAttempt: () => undefined };

const never = () => new Promise<never>(() => undefined);

const Preview = ({ booted, look, center }: { booted: Booted; look: Look; center: PublicAccountCenter }) => {
  const { app, t } = useShell(booted, look);
  return (
    <AppContext value={app}>
      <SignedIn
        t={t}
        api={exampleApi(booted.settings)}
        center={center}
        account={exampleAccount(center, booted.settings)}
        returnTo={undefined}
        setAccount={() => undefined}
        signIn={() => undefined}
        signOut={never}
        travel={never}
        takeTrip={() => undefined}
      />
    </AppContext>
  );
};

export const createPreview = (page: Page) => {
  const place = document.getElementById('app');
  const { signInExperience, phrases } = page.injected ?? {};
  if (!place || !signInExperience || !phrases) return () => undefined;
  place.inert = true;
  document.body.classList.add('preview');
  const root = createRoot(place);
  const settings = signInExperience.data;
  const saved: Spoken = { language: phrases.lng, phrases: phrases.data };
  let newest: AccountPreview | undefined;

  return (config: AccountPreview) => {
    newest = config;
    const { accountCenter, language, mode, platform, section } = config;
    const show = (spoken: Spoken) => {
      if (newest !== config) return;
      const look = { theme: settings.color.isDarkModeEnabled ? mode : ('light' as const), platform };
      history.replaceState(null, '', `${page.base}/account/${section}${location.search}`);
      const booted = { page, store: emptyStore, settings, spoken };
      const key = [spoken.language, section, JSON.stringify(accountCenter)].join(' ');
      root.render(<Preview key={key} booted={booted} look={look} center={accountCenter} />);
    };
    const spoken = language === saved.language ? Promise.resolve(saved) : loadPhrases(page, language);
    spoken.then(show, () => show(saved));
  };
};
