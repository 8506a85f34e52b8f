// The live preview: starts a sign-in, then shows the claims an application receives.
import { directionOf } from '@tessera/phrases/languages';
import { translate } from '@tessera/phrases/translate';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { Translate } from '../app-context.ts';
import type { Spoken } from '../boot/language.ts';
import type { Settings } from '../boot/page.ts';
import { Button } from '../kit/button.tsx';
import { reasonOf } from '../oidc-client.ts';
import { useTheme } from '../theme.ts';
import { Account } from './account.tsx';
import type { DemoSession, Tokens } from './session.ts';

type State =
  | { at: 'starting' }
  | { at: 'signed-in'; tokens: Tokens }
  | { at: 'signed-out' }
  | { at: 'failed'; reason: string };

/** Derives the state from the URL and the stored session; a first visit signs in immediately. */
const arrive = async (session: DemoSession): Promise<State> => {
  const answer = new URLSearchParams(location.search);
  if (answer.has('code') || answer.has('error')) {
    history.replaceState(null, '', location.pathname);
    return { at: 'signed-in', tokens: await session.finish(answer) };
  }
  const tokens = session.tokens();
  if (tokens) return { at: 'signed-in', tokens };
  if (session.isSignedOut() || answer.has('no_sign_in')) return { at: 'signed-out' };
  await session.start();
  return { at: 'starting' };
};

type Props = { session: DemoSession; settings: Settings; spoken: Spoken };

export const DemoApp = ({ session, settings, spoken: { language, phrases } }: Props) => {
  const [state, setState] = useState<State>({ at: 'starting' });
  const t = useCallback<Translate>((key, values) => translate(phrases, key, values, language), [phrases, language]);
  useTheme(settings);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
    document.title = t('demo_app.title');
  }, [language, t]);

  const enter = useCallback((step: Promise<State>) => {
    step.then(setState).catch((error: unknown) => setState({ at: 'failed', reason: reasonOf(error) }));
  }, []);
  useEffect(() => enter(arrive(session)), [enter, session]);
  const start = () => {
    setState({ at: 'starting' });
    enter(session.start().then(() => ({ at: 'starting' })));
  };

  return (
    <div className="demo">
      <header>
        <h1>{t('demo_app.title')}</h1>
        <p className="quiet">{t('demo_app.subtitle')}</p>
      </header>
      <main className="card">
        {state.at === 'starting' && (
          <div className="loading" role="status">
            <span className="hidden">{t('demo_app.starting')}</span>
          </div>
        )}
        {state.at === 'signed-in' && <Account session={session} initial={state.tokens} t={t} language={language} />}
        {state.at === 'signed-out' && (
          <>
            <h2>{t('demo_app.signed_out')}</h2>
            <p className="prose">{t('demo_app.signed_out_detail')}</p>
            <Button onClick={start}>{t('action.sign_in')}</Button>
          </>
        )}
        {state.at === 'failed' && (
          <>
            <h2>{t('demo_app.failed')}</h2>
            <p className="prose" role="alert">
              {state.reason || t('demo_app.failed_unknown')}
            </p>
            <Button onClick={start}>{t('action.try_again')}</Button>
          </>
        )}
      </main>
    </div>
  );
};
