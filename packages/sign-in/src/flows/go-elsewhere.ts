// Leaving for somebody else's sign-in, with something that only this browser can bring back.
import { useApp } from '../app-context.ts';
import { leaveTo } from '../leave.ts';
import { awaitNativeAnswer, nativeBridge } from '../native-bridge.ts';
import { useInteraction } from './interaction.ts';

export type Elsewhere = 'social' | 'sso';

const newState = () => crypto.getRandomValues(new Uint8Array(24)).reduce((text, byte) => text + byte.toString(16), '');

export const useElsewhere = () => {
  const { api, page, path, store, go } = useApp();
  const { start } = useInteraction();

  /** To sign in, or on the way to be told what is missing here. */
  const goElsewhere = async (kind: Elsewhere, connectorId: string, purpose: 'sign-in' | 'continue' = 'sign-in') => {
    const state = newState();
    const bridge = nativeBridge();
    const callback = `/callback/${encodeURIComponent(connectorId)}`;
    const callbackUri = `${location.origin}${page.base}${callback}`;
    if (purpose === 'sign-in') await start('SignIn', 'elsewhere');
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

  /** One company is where somebody has to go; of several they choose. */
  const goToCompany = async (connectorIds: readonly string[]) => {
    const [only] = connectorIds;
    store.set('sso-connectors', [...connectorIds]);
    if (connectorIds.length === 1 && only) return goElsewhere('sso', only);
    go('/single-sign-on/connectors');
  };
  const companiesFor = async (email: string) =>
    (await api('GET', '/experience/sso-connectors', undefined, { query: { email } })).connectorIds;
  return { goElsewhere, goToCompany, companiesFor };
};
