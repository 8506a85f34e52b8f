// Google One Tap. Google's script renders the prompt and posts the credential to the connector's redirect URI.
import type { Settings } from './boot/page.ts';

type GoogleId = { initialize: (options: object) => void; prompt: () => void };

const scriptOf = (): Promise<void> =>
  new Promise((loaded, failed) => {
    const script = document.createElement('script');
    script.src = 'https://accounts.google.com/gsi/client';
    script.async = true;
    script.onload = () => loaded();
    script.onerror = () => failed(new Error('not loaded'));
    document.head.append(script);
  });

export const offerOneTap = async (base: string, settings: NonNullable<Settings['googleOneTap']>) => {
  const { clientId, connectorId, autoSelect, closeOnTapOutside, itpSupport } = settings;
  await scriptOf();
  const { google } = window as unknown as { google?: { accounts: { id: GoogleId } } };
  google?.accounts.id.initialize({
    client_id: clientId,
    login_uri: `${location.origin}${base}/callback/${encodeURIComponent(connectorId)}`,
    ux_mode: 'redirect',
    auto_select: autoSelect ?? false,
    cancel_on_tap_outside: closeOnTapOutside ?? true,
    itp_support: itpSupport ?? true,
  });
  google?.accounts.id.prompt();
};
