// The library only allows http(s) redirects for web clients. Web applications in a desktop shell (Electron, Tauri) use
// the shell's scheme, so such URIs are checked by the library's rules for native clients.
import type Provider from 'oidc-provider';
import { overrideMethod } from './library-overrides.ts';

type Schema = { application_type: string; redirect_uris: string[] };
type CheckUris = (this: Schema, uris?: string[], label?: string) => void;

const isWeb = (uri: string) => /^https?:/.test(uri);

export const allowPrivateUseSchemes = (provider: Provider) =>
  overrideMethod<CheckUris>(
    provider,
    'Client.Schema#redirectUris',
    (check) =>
      function (this: Schema, uris = this.redirect_uris, label = 'redirect_uris') {
        if (this.application_type !== 'web') return check.call(this, uris, label);
        check.call(this, uris.filter(isWeb), label);
        const asNative = Object.assign(Object.create(this) as Schema, { application_type: 'native' });
        check.call(
          asNative,
          uris.filter((uri) => !isWeb(uri)),
          label,
        );
      },
  );
