// The account pages, once the user is signed in; before that, what happens instead.
import type { OwnAccount } from '@tessera/contract/account';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { AppContext } from '../app-context.ts';
import type { Booted } from '../boot/boot.ts';
import { leaveTo } from '../leave.ts';
import { createAccountApi } from './account-api.ts';
import type { AccountSession } from './account-session.ts';
import { type Arrival, arrive } from './arrive.ts';
import { OutsidePage } from './outside-page.tsx';
import type { SignInLink } from './sign-in-link.ts';
import { SignedIn } from './signed-in.tsx';
import { useShell } from './use-shell.ts';

type Props = { booted: Booted; session: AccountSession };

export const AccountApp = ({ booted, session }: Props) => {
  const { page } = booted;
  const { app, t } = useShell(booted);
  const { language, path } = app;
  const [arrival, setArrival] = useState<Arrival>({ at: 'starting' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, since a code is redeemed once
  useEffect(() => void arrive(booted, session, language).then(setArrival), []);

  const startAt = (at: string, link?: SignInLink) => {
    setArrival({ at: 'starting' });
    session.start(at, link).catch(() => setArrival({ at: 'failed' }));
  };
  const ready = arrival.at === 'ready' ? arrival : undefined;
  const token = ready?.tokens.accessToken ?? '';
  const api = useMemo(() => createAccountApi(page, token, language), [page, token, language]);
  const setAccount = useCallback(
    (account: OwnAccount) => setArrival((before) => (before.at === 'ready' ? { ...before, account } : before)),
    [],
  );
  const returnTo = session.store.get('return-to');
  const center = page.injected?.accountCenter;
  return (
    <AppContext value={app}>
      {ready && center ? (
        <SignedIn
          t={t}
          api={api}
          center={center}
          account={ready.account}
          returnTo={returnTo}
          setAccount={setAccount}
          signIn={() => startAt(`${path}${location.search}`)}
          signOut={() => session.signOut(ready.tokens)}
          travel={(trip, address) => {
            session.store.set('trip', trip);
            return leaveTo(address, 'assign');
          }}
          takeTrip={(purpose) => {
            const trip = session.store.get('trip');
            if (!trip?.answer || trip.purpose !== purpose) return undefined;
            session.store.set('trip', undefined);
            return trip;
          }}
        />
      ) : (
        <OutsidePage t={t} arrival={arrival} returnTo={returnTo} onStart={(link) => startAt('/account', link)} />
      )}
    </AppContext>
  );
};
