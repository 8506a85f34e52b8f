// One-time token link: signs in or registers the owner of the email address.
import { IconLinkOff } from '@tabler/icons-react';
import { useRef } from 'react';
import { Problem } from '../api.ts';
import { type TextKey, useApp } from '../app-context.ts';
import { Button, PageLink } from '../kit/button.tsx';
import { ErrorCode, ErrorHelp } from '../kit/error-code.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { useTerms } from '../kit/terms.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { useOnce } from './arrival.tsx';
import { useInteraction } from './interaction.ts';

const reasons: Record<string, TextKey> = {
  'one_time_token.token_consumed': 'elsewhere.link_used',
  'one_time_token.token_expired': 'elsewhere.link_expired',
};

/** What is wrong with a link from an email, by error code. */
export const linkProblem = (code: string): TextKey => reasons[code] ?? 'elsewhere.link_invalid';

/** The URL without the token, whether or not it was used. */
const withoutToken = (error?: string) => {
  const query = new URLSearchParams(location.search);
  query.delete('one_time_token');
  if (error) query.set('error', error);
  history.replaceState(history.state, '', `${location.pathname}?${query}`);
};

export const OneTimeToken = () => {
  const { api, go, t } = useApp();
  const { start, switchTo, identify, submit, finish } = useInteraction();
  const { run, busy, message, tell } = useFlow();
  const [signIn, registration] = [useTerms('SignIn'), useTerms('Register')];
  const query = new URLSearchParams(location.search);
  const [token, email] = [query.get('one_time_token'), query.get('login_hint')];

  // The link works only once; after that, its verification is kept for another try.
  const verified = useRef('');
  const enter = async (verificationId: string) => {
    try {
      await identify(verificationId);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'user.user_not_exist') throw error;
      if (!(await registration.ensure())) return tell({ key: 'elsewhere.terms_needed' });
      await switchTo('Register');
      return finish(verificationId);
    }
    await submit();
  };
  const use = () =>
    run(async () => {
      if (!token || !email) return go('/one-time-token/error', { replace: true });
      // Ask first, because the link works only once.
      if (!(await signIn.ensure())) return tell({ key: 'elsewhere.terms_needed' });
      await start('SignIn', 'elsewhere');
      const identifier = { type: 'email' as const, value: email };
      const address = '/experience/verification/one-time-token/verify';
      const { verificationId } = await api('POST', address, { identifier, token }).catch((error: unknown) => {
        const code = error instanceof Problem ? error.code : '';
        if (!code.startsWith('one_time_token.') && code !== 'guard.invalid_input') throw error;
        withoutToken(code);
        go('/one-time-token/error', { replace: true });
        return { verificationId: '' };
      });
      if (!verificationId) return;
      withoutToken();
      verified.current = verificationId;
      await enter(verificationId);
    });
  const again = () => (verified.current ? run(() => enter(verified.current)) : use());
  useOnce(() => void use());
  return (
    <>
      {message ? (
        <Heading title={t('elsewhere.not_signed_in')} icon={IconLinkOff} />
      ) : (
        <Heading title={t('elsewhere.signing_in')} />
      )}
      {busy && <Loading />}
      <Notice message={message} />
      {message && (
        <>
          {!message.retry && <Button onClick={again}>{t('action.try_again')}</Button>}
          <p className="shelf">
            <PageLink to="/sign-in">{t('elsewhere.another_way')}</PageLink>
            {message.code && <ErrorCode code={message.code} />}
          </p>
        </>
      )}
      {signIn.dialog}
      {registration.dialog}
    </>
  );
};

export const OneTimeTokenError = () => {
  const { t } = useApp();
  const reason = new URLSearchParams(location.search).get('error') ?? '';
  return (
    <>
      <Heading title={t('elsewhere.link_title_failed')} icon={IconLinkOff}>
        {t(linkProblem(reason))}
      </Heading>
      <p className="aside">
        <PageLink to="/sign-in">{t('elsewhere.another_way')}</PageLink>
      </p>
      <ErrorHelp code={reason || 'one_time_token.token_not_found'} />
    </>
  );
};
