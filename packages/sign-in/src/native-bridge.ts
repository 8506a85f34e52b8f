// Bridge to native apps that embed these pages: the app opens the provider's sign-in and returns the response.

type Bridge = {
  platform: 'ios' | 'android';
  supportedConnector: { universal: boolean; nativeTargets: string[] };
  callbackLink?: string;
  getPostMessage: () => (message: { callbackUri: string; redirectTo: string }) => void;
};

declare global {
  interface Window {
    nativeSdk?: Bridge;
  }
}

export const nativeBridge = (): Bridge | undefined => window.nativeSdk;

/** The response arrives as the callback URL. Only messages of the app itself are accepted. */
export const awaitNativeAnswer = (base: string, callback: string, arrive: (search: string) => void) => {
  const listen = ({ source, data }: MessageEvent<unknown>) => {
    if ((source !== null && source !== window) || typeof data !== 'string') return;
    const answer = URL.parse(data, `${location.origin}${base}`);
    if (!answer?.pathname.endsWith(callback)) return;
    removeEventListener('message', listen);
    arrive(answer.search);
  };
  addEventListener('message', listen);
};
