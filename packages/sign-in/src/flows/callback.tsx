// Where providers send people back to. Only an answer to a question that this browser asked counts.
import { useLayoutEffect } from 'react';
import { useApp } from '../app-context.ts';
import { PageLink } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { takeQuery, useArrival, useOnce } from './arrival.tsx';
import { useInteraction } from './interaction.ts';

const connectorIn = (path: string) => decodeURIComponent(path.split('/').at(-1) ?? '');

/** The address that providers know; the answer is looked at one step further. */
export const Callback = () => {
  const { path, go } = useApp();
  const connectorId = connectorIn(path);
  useLayoutEffect(
    () => go(`/callback/social/${encodeURIComponent(connectorId)}`, { replace: true }),
    [go, connectorId],
  );
  return <Loading />;
};

export const SocialCallback = () => {
  const { api, path, settings, store, t } = useApp();
  const connectorId = connectorIn(path);
  const kind = settings.ssoConnectors.some(({ id }) => id === connectorId) ? 'sso' : 'social';
  const { start, resume } = useInteraction();
  const continueAt = store.get('continue-at');
  const { run, busy, message, tell, enter, dialog, closed } = useArrival(kind, connectorId);

  /** Nobody asked for it, so it has to bring the mark that its sender left in this browser. */
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
      <Heading title={t(message ? 'elsewhere.not_signed_in' : 'elsewhere.signing_in')} />
      {busy && <Loading />}
      <Notice message={message} />
      {message && (
        <p className="aside">
          {continueAt ? (
            <PageLink to={continueAt}>{t('action.back')}</PageLink>
          ) : (
            <PageLink to="/sign-in">{t('action.back_to_sign_in')}</PageLink>
          )}
        </p>
      )}
      {dialog}
    </>
  );
};
