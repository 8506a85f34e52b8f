// The account pages of a signed-in user: the current section, verification and messages.
import type { OwnAccount } from '@tessera/contract/account';
import type { PublicAccountCenter, ReturnAddress } from '@tessera/contract/account-center';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Problem } from '../api.ts';
import { useApp } from '../app-context.ts';
import { focusOnPage, noteMove } from '../kit/focus-on-page.ts';
import { laterPage } from '../kit/later-page.tsx';
import { type AccountApi, signedOut } from './account-api.ts';
import { AccountContext, type AccountKey, type AccountState, type AccountTranslate } from './account-context.ts';
import { displayNameOf } from './display-name.ts';
import { Frame } from './frame.tsx';
import { Profile } from './profile.tsx';
import type { Proof } from './proofs.tsx';
import { isShown, type SectionName, sectionAt, sectionNames } from './sections.ts';
import { VerifyDialog } from './verify-dialog.tsx';

const pages: Record<SectionName, ComponentType> = {
  profile: Profile,
  security: laterPage(async () => (await import('./security.tsx')).Security),
  'linked-accounts': laterPage(async () => (await import('./linked-accounts.tsx')).LinkedAccounts),
  sessions: laterPage(async () => (await import('./sessions.tsx')).Sessions),
  applications: laterPage(async () => (await import('./applications.tsx')).Applications),
  data: laterPage(async () => (await import('./data.tsx')).Data),
};

/** Rarely shown. */
const SessionEnded = laterPage(async () => (await import('./session-ended.tsx')).SessionEnded);

/** Proof is asked for again shortly before the server would refuse it. */
const marginMs = 30_000;
const toastMs = 5000;

const useVerification = () => {
  const proof = useRef<Proof>(undefined);
  const [ask, setAsk] = useState<(given: Proof | undefined) => void>();
  const verify = async (): Promise<string | undefined> => {
    const { id, expiresAt } = proof.current ?? {};
    if (id && expiresAt && Date.parse(expiresAt) - marginMs > Date.now()) return id;
    const given = await new Promise<Proof | undefined>((resolve) => setAsk(() => resolve));
    proof.current = given;
    return given?.id;
  };
  const accept = (given: Proof | undefined) => {
    proof.current = given;
  };
  const dialog = ask && (
    <VerifyDialog
      onDone={(given) => {
        setAsk(undefined);
        ask(given);
      }}
    />
  );
  return { verify, accept, dialog };
};

const useToast = () => {
  const [key, setKey] = useState<AccountKey>();
  useEffect(() => {
    if (!key) return;
    const timer = setTimeout(() => setKey(undefined), toastMs);
    return () => clearTimeout(timer);
  }, [key]);
  return { key, say: setKey };
};

type Props = Pick<AccountState, 'api' | 'signOut' | 'travel' | 'takeTrip'> & {
  t: AccountTranslate;
  api: AccountApi;
  center: PublicAccountCenter;
  account: OwnAccount;
  returnTo: ReturnAddress | undefined;
  setAccount: (account: OwnAccount) => void;
  signIn: () => void;
};

export const SignedIn = ({ t, api, center, account, returnTo, setAccount, signIn, ...session }: Props) => {
  const { path } = useApp();
  const { verify, accept, dialog } = useVerification();
  const { key: toast, say } = useToast();
  const [isEnded, setEnded] = useState(false);
  const current = sectionAt(path, center);
  const Page = current && pages[current];

  const arrivals = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the section changes
  useEffect(() => {
    if (arrivals.current++ > 0) noteMove();
    focusOnPage();
  }, [path]);

  const reload = async () => setAccount(await api.call('GET', '/my-account'));
  const endSession = () => setEnded(true);
  // Back from a social provider that verified the user.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    const trip = session.takeTrip('verify');
    if (!trip?.answer) return;
    const body = { verificationRecordId: trip.recordId, connectorData: trip.answer };
    const expiresAt = new Date(Date.now() + 5 * 60_000).toISOString();
    api.call('POST', '/verifications/social/verify', { body }).then(
      () => {
        accept({ id: trip.recordId, expiresAt });
        say('account.verify.done');
      },
      (error: unknown) =>
        error instanceof Problem && error.code === signedOut ? endSession() : say('account.verify.failed'),
    );
  }, []);

  const state: AccountState = {
    ...{ api, t, center, account, reload, returnTo, say, verify, endSession },
    forgetVerification: () => accept(undefined),
    ...session,
  };
  return (
    <AccountContext value={state}>
      <Frame
        t={t}
        shown={sectionNames.filter((name) => isShown(name, center))}
        current={current}
        returnTo={returnTo}
        user={{ name: displayNameOf(account), avatar: account.avatar }}
        onSignOut={() => void session.signOut().catch(() => say('error.network'))}
      >
        {Page ? <Page key={current} /> : <NotHere t={t} />}
      </Frame>
      {dialog}
      {isEnded && <SessionEnded t={t} onSignIn={signIn} onClose={() => setEnded(false)} />}
      <p className="toast" role="status" data-shown={toast !== undefined}>
        {toast && t(toast)}
      </p>
    </AccountContext>
  );
};

/** A section that the tenant has turned off, or that never existed. */
const NotHere = ({ t }: { t: AccountTranslate }) => (
  <>
    <h1 tabIndex={-1}>{t('account.outside.no_section')}</h1>
    <p className="prose">{t('account.outside.no_section_detail')}</p>
  </>
);
