// Goes directly to the sign-in method the application requested, or to its fallback page.
import { IconLinkOff } from '@tabler/icons-react';
import { useApp } from '../app-context.ts';
import { PageLink } from '../kit/button.tsx';
import { ErrorCode } from '../kit/error-code.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { useTerms } from '../kit/terms.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { socialConnectors } from '../social-connectors.ts';
import { useArrival, useOnce } from './arrival.tsx';
import { type ConnectorKind, useExternalSignIn } from './external-sign-in.ts';
import { useInteraction } from './interaction.ts';

const pages = ['sign-in', 'register', 'reset-password', 'identifier-sign-in', 'identifier-register', 'single-sign-on'];

const fallback = () => {
  const wanted = new URLSearchParams(location.search).get('fallback') ?? '';
  return `/${pages.includes(wanted) ? wanted : 'sign-in'}`;
};

/** A Google One Tap credential from the authorization request; the server sets it as a short-lived cookie. */
const credentialCookie = (namespace: string) => {
  const name = `_${namespace}_google_one_tap_credential=`;
  const pair = document.cookie.split(/; */).find((item) => item.includes(name));
  return pair && decodeURIComponent(pair.slice(pair.indexOf('=') + 1));
};

type Found = { kind: ConnectorKind; id: string } | undefined;

const Going = ({ found }: { found: Found }) => {
  const { api, go, page, t } = useApp();
  const { start } = useInteraction();
  const { goToConnector } = useExternalSignIn();
  const { enter, closed, dialog: ofRegistration } = useArrival('social', found?.id ?? '');
  const { run, message, tell } = useFlow();
  const terms = useTerms('SignIn');

  const take = async (id: string, credential: string) => {
    await start('SignIn', 'elsewhere');
    const address = '/experience/verification/social/:connectorId/verify';
    const body = { connectorData: { credential } };
    const { verificationId } = await api('POST', address, body, { params: { connectorId: id } });
    await enter(verificationId);
  };
  useOnce(() => {
    const leave = () => go(fallback(), { replace: true });
    if (!found) return leave();
    const { kind, id } = found;
    void run(
      async () => {
        if (!(await terms.ensure())) return tell({ key: 'elsewhere.terms_needed' });
        const credential = kind === 'social' ? credentialCookie(page.namespace) : undefined;
        await (credential ? take(id, credential) : goToConnector(kind, id));
      },
      { ...closed, 'entity.not_exists_with_id': leave, 'connector.invalid_config': leave },
    );
  });
  return (
    <>
      {message ? (
        <Heading title={t('elsewhere.not_signed_in')} icon={IconLinkOff} />
      ) : (
        <Heading title={t('elsewhere.signing_in')} />
      )}
      {!message && <Loading />}
      <Notice message={message} />
      {message && (
        <p className="shelf">
          <PageLink to={fallback()}>{t('elsewhere.another_way')}</PageLink>
          {message.code && <ErrorCode code={message.code} />}
        </p>
      )}
      {terms.dialog}
      {ofRegistration}
    </>
  );
};

const lastOf = (path: string) => decodeURIComponent(path.split('/').at(-1) ?? '');

export const DirectSocial = () => {
  const { path, settings } = useApp();
  const found = socialConnectors(settings).find(({ target }) => target === lastOf(path));
  return <Going found={found && { kind: 'social', id: found.id }} />;
};

export const DirectSso = () => {
  const { path, settings } = useApp();
  // Also one without domains, which the settings don't list.
  return <Going found={settings.singleSignOnEnabled ? { kind: 'sso', id: lastOf(path) } : undefined} />;
};

/** The URL names the connector itself; used by apps that open a browser for this step only. */
export const SocialLanding = () => {
  const { path, settings } = useApp();
  const found = settings.socialConnectors.find(({ id }) => id === lastOf(path));
  return <Going found={found && { kind: 'social', id: found.id }} />;
};

export const DirectConnector = () => <Going found={undefined} />;
