// Trips to a social provider, to link an account or to verify the user. The provider returns to the redirect URI of the
// sign-in pages, which administrators have registered there; it passes the response on to the account pages.
import { useAccount } from './account-context.ts';

const newState = () => crypto.getRandomValues(new Uint8Array(24)).reduce((text, byte) => text + byte.toString(16), '');

export const useSocialTrip = () => {
  const { api, page, path, travel } = useAccount();
  const leaveFor = async (connectorId: string, purpose: 'link' | 'verify', verificationId?: string): Promise<void> => {
    const state = newState();
    const { authorizationUri, verificationRecordId: recordId } = await api.call('POST', '/verifications/social', {
      body: {
        connectorId,
        state,
        redirectUri: `${location.origin}${page.base}/callback/${encodeURIComponent(connectorId)}`,
      },
    });
    const trip = { purpose, connectorId, state, recordId, at: `${path}${location.search}` };
    await travel({ ...trip, ...(verificationId && { verificationId }) }, authorizationUri);
  };
  return { leaveFor };
};
