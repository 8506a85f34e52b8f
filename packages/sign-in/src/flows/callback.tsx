// Redirect URI of external providers. Only responses to a request of this browser are accepted.
import { IconLinkOff } from '@tabler/icons-react';
import { isTestState } from '@tessera/contract/connector-test-state';
import { useLayoutEffect } from 'react';
import { endTrip } from '../account/account-store.ts';
import { useApp } from '../app-context.ts';
import { PageLink } from '../kit/button.tsx';
import { ErrorCode } from '../kit/error-code.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { takeQuery, useArrival, useOnce } from './arrival.tsx';
import { useInteraction } from './interaction.ts';

const connectorIn = (path: string) => decodeURIComponent(path.split('/').at(-1) ?? '');

/** The registered redirect URI; the response is processed on the next page. */
export const Callback = () => {
  const { page, path, go } = useApp();
  const connectorId = connectorIn(path);
  useLayoutEffect(() => {
    const answer = Object.fromEntries(new URLSearchParams(location.search));
    const waiting = endTrip(page, connectorId, answer);
    const purpose = isTestState(answer.state) ? 'test' : 'social';
    if (waiting) location.replace(waiting);
    else go(`/callback/${purpose}/${encodeURIComponent(connectorId)}`, { replace: true });
  }, [page, go, connectorId]);
  return <Loading />;
};

export const SocialCallback = () => {
  const { api, path, settings, store, t } = useApp();
  const connectorId = connectorIn(path);
  const kind = settings.socialConnectors.some(({ id }) => id === connectorId) ? 'social' : 'sso';
  const { start, resume } = useInteraction();
  const continueAt = store.get('continue-at');
  const { run, busy, message, tell, enter, dialog, closed } = useArrival(kind, connectorId);

  /** Unsolicited (Google One Tap), so it must carry the CSRF token set in this browser. */
  const takeCredential = async (connectorData: Record<string, string>) => {
    await start('SignIn', 'elsewhere');
    const address = '/experience/verification/social/:connectorId/verify';
    const { verificationId } = await api('POST', address, { connectorData }, { params: { connectorId } });
    await enter(verificationId);
  };
  const takeAnswer = async (connectorData: Record<string, string>) => {
    const state = store.get(`social_auth_state:${connectorId}`);
    const { elsewhere: asked } = store.get('verification-ids') ?? {};
    store.set(`social_auth_state:${connectorId}`, undefined);
    if (!state || !asked || connectorData.state !== state) return tell({ key: 'elsewhere.unexpected_answer' });
    const address = `/experience/verification/${kind}/:connectorId/verify` as const;
    const body = { connectorData, verificationId: asked };
    const { verificationId } = await api('POST', address, body, { params: { connectorId } });
    if (!continueAt) return enter(verificationId);
    await api('POST', '/experience/profile', { type: 'social', verificationId });
    store.set('continue-at', undefined);
    store.set('known-elsewhere', true);
    await resume();
  };
  useOnce(() => {
    const query = takeQuery();
    const { credential, g_csrf_token } = query;
    void run(async () => {
      if (credential && g_csrf_token) await takeCredential({ credential, g_csrf_token });
      else await takeAnswer(query);
    }, closed);
  });

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
        <p className="shelf">
          {continueAt ? (
            <PageLink to={continueAt}>{t('action.back')}</PageLink>
          ) : (
            <PageLink to="/sign-in">{t('action.back_to_sign_in')}</PageLink>
          )}
          {message.code && <ErrorCode code={message.code} />}
        </p>
      )}
      {dialog}
    </>
  );
};
