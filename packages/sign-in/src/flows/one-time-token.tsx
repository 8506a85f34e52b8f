// A link that was sent: it signs in, or registers, whoever reads the messages of the address.
import { Problem } from '../api.ts';
import { type TextKey, useApp } from '../app-context.ts';
import { Button, PageLink } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { Support } from '../kit/support.tsx';
import { useTerms } from '../kit/terms.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { useOnce } from './arrival.tsx';
import { useInteraction } from './interaction.ts';

const reasons: Record<string, TextKey> = {
  'one_time_token.token_consumed': 'elsewhere.link_used',
  'one_time_token.token_expired': 'elsewhere.link_expired',
};

/** What is left of the address: the token does not stay, used or not. */
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
      // Asked first: the link works once.
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
      await enter(verificationId);
    });
  useOnce(() => void use());
  return (
    <>
      <Heading title={t(message ? 'elsewhere.not_signed_in' : 'elsewhere.signing_in')} />
      {busy && <Loading />}
      <Notice message={message} />
      {message && token && !message.retry && <Button onClick={use}>{t('action.try_again')}</Button>}
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
      <Heading title={t('elsewhere.link_title_failed')} />
      <p className="prose">{t(reasons[reason] ?? 'elsewhere.link_invalid')}</p>
      <Support />
      <p className="aside">
        <PageLink to="/sign-in">{t('elsewhere.another_way')}</PageLink>
      </p>
    </>
  );
};
