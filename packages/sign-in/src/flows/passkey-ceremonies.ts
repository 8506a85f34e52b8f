// The browser's part of passkeys: it prompts the user, and these functions report the result. Loaded on demand.
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';
import type { PasskeyCreation, PasskeyRequest } from '@tessera/contract/web-authn';
import { Problem } from '../api.ts';
import type { TextKey } from '../app-context.ts';

type RequestJson = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type CreationJson = Parameters<typeof startRegistration>[0]['optionsJSON'];

const reasons: Record<string, TextKey> = {
  NotAllowedError: 'mfa.passkey_cancelled',
  AbortError: 'mfa.passkey_cancelled',
  InvalidStateError: 'mfa.passkey_exists',
};

/** Browser errors are meant for developers; show users what they can do. */
const askBrowser = async <T>(ask: Promise<T>): Promise<T> => {
  try {
    return await ask;
  } catch (error) {
    throw new Problem(reasons[error instanceof Error ? error.name : ''] ?? 'mfa.passkey_failed', '');
  }
};

/** `where`: in a dialog, or among the suggestions of the identifier field. A second request ends the first. */
export const requestPasskey = async (options: PasskeyRequest, where: 'dialog' | 'field' = 'dialog') => {
  const useBrowserAutofill = where === 'field';
  const answer = await askBrowser(startAuthentication({ optionsJSON: options as RequestJson, useBrowserAutofill }));
  return { ...answer, type: 'WebAuthn' } as never;
};

export const createPasskey = async (options: PasskeyCreation) => {
  const answer = await askBrowser(startRegistration({ optionsJSON: options as CreationJson }));
  return { ...answer, type: 'WebAuthn' } as never;
};

export const cancelRequest = () => WebAuthnAbortService.cancelCeremony();
