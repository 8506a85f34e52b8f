// Google: https://developers.google.com/identity/openid-connect/openid-connect
import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { ConnectorError, type SocialConnector } from '../connector.ts';
import { clientConfig, clientFields } from './form.ts';
import { clockTolerance, userFromClaims, userInfo, verifyIdToken } from './id-token.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const flag = z.optional(z.boolean());
const config = z.extend(clientConfig, {
  prompts: z.optional(z.array(z.enum(['none', 'login', 'consent', 'select_account']))),
  offlineAccess: flag,
  oneTap: z.optional(z.object({ isEnabled: flag, autoSelect: flag, closeOnTapOutside: flag, itpSupport: flag })),
});
type Config = z.output<typeof config>;

const issuer = {
  jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
  issuer: ['https://accounts.google.com', 'accounts.google.com'],
};

const connector = oauthConnector<Config>({
  id: 'google-universal',
  target: 'google',
  protocol: 'oidc',
  ...brandLogos.google,
  formItems: [
    ...clientFields,
    {
      key: 'prompts',
      type: 'MultiSelect',
      defaultValue: ['select_account'],
      selectItems: [{ value: 'none' }, { value: 'consent' }, { value: 'select_account' }],
    },
    { key: 'offlineAccess', type: 'Switch', defaultValue: false },
  ],
  config,
  authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenEndpoint: 'https://oauth2.googleapis.com/token',
  scope: 'openid profile email',
  parameters: ({ prompts = [], offlineAccess }) => ({
    prompt: prompts.join(' ') || undefined,
    access_type: offlineAccess ? 'offline' : undefined,
  }),
  hasPkce: true,
  idToken: () => issuer,
  hasTokens: true,
  user: async ({ issued }, _, tools) => {
    const url = 'https://openidconnect.googleapis.com/v1/userinfo';
    const refusal = 'social_invalid_access_token';
    return userFromClaims(
      await askProvider({ url, method: 'POST', headers: bearer(issued), answer: userInfo, refusal }, tools),
    );
  },
  oneTap: (given) => {
    const { clientId, oneTap } = given as Config;
    if (!oneTap?.isEnabled) return undefined;
    const { autoSelect, closeOnTapOutside, itpSupport } = oneTap;
    return {
      clientId,
      ...(autoSelect !== undefined && { autoSelect }),
      ...(closeOnTapOutside !== undefined && { closeOnTapOutside }),
      ...(itpSupport !== undefined && { itpSupport }),
    };
  },
});

export const google: SocialConnector = {
  ...connector,
  /** A One Tap credential is an ID token: https://developers.google.com/identity/gsi/web/guides/verify-google-id-token */
  identify: async (answer, given, tools) => {
    const { credential } = answer.data;
    if (credential === undefined) return connector.identify(answer, given, tools);
    if (typeof credential !== 'string') throw new ConnectorError('social_invalid_id_token');
    const expected = { ...issuer, audience: (given as Config).clientId, nonce: null };
    const claims = await verifyIdToken(credential, expected, tools);
    // Without the signature, which has several spellings.
    const key = hash('sha256', credential.slice(0, credential.lastIndexOf('.')), 'hex');
    return { ...userFromClaims(claims), oneTime: { key, until: (claims.exp + clockTolerance) * 1000 } };
  },
};
