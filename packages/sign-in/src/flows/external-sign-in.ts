// Starts an external sign-in, with a state that only this browser can return.
import { useApp } from '../app-context.ts';
import { leaveTo } from '../leave.ts';
import { awaitNativeAnswer, nativeBridge } from '../native-bridge.ts';
import { useInteraction } from './interaction.ts';

export type ConnectorKind = 'social' | 'sso';

const newState = () => crypto.getRandomValues(new Uint8Array(24)).reduce((text, byte) => text + byte.toString(16), '');

export const useExternalSignIn = () => {
  const { api, page, path, settings, store, go } = useApp();
  const { start } = useInteraction();

  /** To sign in, or to supply missing data during a registration. */
  const goToConnector = async (
    kind: ConnectorKind,
    connectorId: string,
    purpose: 'sign-in' | 'continue' = 'sign-in',
  ) => {
    const state = newState();
    const bridge = nativeBridge();
    const callback = `/callback/${encodeURIComponent(connectorId)}`;
    const callbackUri = `${location.origin}${page.base}${callback}`;
    if (purpose === 'sign-in') {
      const connector = settings.socialConnectors.find(({ id }) => id === connectorId);
      await start('SignIn', 'elsewhere');
      store.set('sign-in-method', connector ? `social:${connector.target}` : 'sso');
    }
    const { authorizationUri, verificationId } = await api(
      'POST',
      `/experience/verification/${kind}/:connectorId/authorization-uri`,
      { state, redirectUri: bridge?.callbackLink ?? callbackUri },
      { params: { connectorId } },
    );
    store.set(`social_auth_state:${connectorId}`, state);
    store.set('verification-ids', { elsewhere: verificationId });
    if (purpose === 'continue') store.set('continue-at', path);
    if (!bridge) return leaveTo(authorizationUri, 'assign');
    awaitNativeAnswer(page.base, callback, (search) => {
      history.replaceState(history.state, '', search || location.pathname);
      go(callback, { replace: true });
    });
    bridge.getPostMessage()({ callbackUri, redirectTo: authorizationUri });
  };

  /** With one connector, go there directly; with several, let the user choose. */
  const goToCompany = async (connectorIds: readonly string[]) => {
    const [only] = connectorIds;
    store.set('sso-connectors', [...connectorIds]);
    if (connectorIds.length === 1 && only) return goToConnector('sso', only);
    go('/single-sign-on/connectors');
  };
  const companiesFor = async (email: string) =>
    (await api('GET', '/experience/sso-connectors', undefined, { query: { email } })).connectorIds;
  return { goToConnector, goToCompany, companiesFor };
};
