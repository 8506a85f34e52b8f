// Pages inside an application of a phone: the application opens the provider's sign-in itself, and hands the answer back.

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

/** The answer comes as the address that a browser would have been sent to. Only the application itself may bring it. */
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
