// The account pages without a signed-in user: starting, turned off, signed out, deleted, failed, or opened by a link.
import type { ReturnAddress } from '@tessera/contract/account-center';
import { useLayoutEffect } from 'react';
import { Button } from '../kit/button.tsx';
import { Loading } from '../kit/loading.tsx';
import { ContactSupport } from '../kit/support.tsx';
import type { AccountTranslate } from './account-context.ts';
import type { Arrival } from './arrive.ts';
import { BackLink, Brand, PageFooter } from './frame.tsx';
import type { SignInLink } from './sign-in-link.ts';

type Props = {
  t: AccountTranslate;
  arrival: Arrival;
  returnTo: ReturnAddress | undefined;
  onStart: (link?: SignInLink) => void;
};

export const OutsidePage = ({ t, arrival, returnTo, onStart }: Props) => {
  useLayoutEffect(() => {
    document.title = t('account.title');
  }, [t]);
  if (arrival.at === 'starting' || arrival.at === 'ready') return <Loading />;
  const { at, reason, link } = arrival;
  const detail = reason || t(`account.outside.${at}_detail`, link?.values);
  return (
    <div className="account">
      <header className="account-top">
        <Brand t={t} />
        {returnTo && <BackLink t={t} returnTo={returnTo} />}
      </header>
      <main className="outside">
        <h1 tabIndex={-1}>{t(`account.outside.${at}`)}</h1>
        <p className="prose" dir="auto">
          {detail}
        </p>
        {(at === 'signed_out' || at === 'failed' || link) && (
          <Button onClick={() => onStart(link)}>{t(at === 'failed' ? 'action.try_again' : 'action.sign_in')}</Button>
        )}
        {(at === 'off' || at === 'failed' || at === 'bad_link') && <ContactSupport />}
      </main>
      <PageFooter />
    </div>
  );
};
