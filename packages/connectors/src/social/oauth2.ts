// Any OAuth 2 provider with an endpoint that describes the user.

import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { webUrl } from '../config-fields.ts';
import {
  ConnectorError,
  type ConnectorProblem,
  type ConnectorTools,
  type SocialConnector,
  type TokenSet,
} from '../connector.ts';
import { optional, scopeField } from './form.ts';
import { answered, asTokenSet, bearer, challengeOf, issuedTokens } from './oauth.ts';
import { profileMap, userByMap } from './profile-map.ts';
import { askProvider, withQuery } from './provider-call.ts';
import {
  clientLoginFields,
  customConfigField,
  endpointFields,
  snakeCased,
  standardClient,
  tokenCall,
} from './standard-client.ts';

const config = z.extend(standardClient, {
  userInfoEndpoint: webUrl,
  tokenEndpointResponseType: z._default(z.enum(['query-string', 'json']), 'query-string'),
  responseType: z._default(z.literal('code'), 'code'),
  grantType: z._default(z.literal('authorization_code'), 'authorization_code'),
  scope: optional,
  profileMap,
});
type Config = z.output<typeof config>;

const anyObject = z.record(z.string(), z.unknown());
/** A form, or JSON from providers that always send that. */
const readForm = (text: string): unknown =>
  text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));

const ask = (
  settings: Config,
  grant: Record<string, string | undefined>,
  refusal: ConnectorProblem,
  tools: ConnectorTools,
) => {
  const read = settings.tokenEndpointResponseType === 'json' ? undefined : readForm;
  return askProvider(
    { ...tokenCall(settings, grant, tools), answer: issuedTokens, refusal, ...(read && { read }) },
    tools,
  );
};

export const oauth2: SocialConnector = {
  id: 'oauth2',
  type: 'Social',
  target: 'oauth2',
  platform: 'Universal',
  protocol: 'oauth2',
  isStandard: true,
  ...brandLogos.oauth,
  formItems: [
    ...endpointFields,
    { key: 'userInfoEndpoint', type: 'Text', required: true, placeholder: 'https://id.example.com/userinfo' },
    ...clientLoginFields,
    {
      key: 'tokenEndpointResponseType',
      type: 'Select',
      defaultValue: 'query-string',
      selectItems: ['query-string', 'json'].map((value) => ({ value, title: value })),
    },
    scopeField,
    {
      key: 'profileMap',
      type: 'Json',
      defaultValue: {
        id: 'id',
        email: 'email',
        emailVerified: 'email_verified',
        phone: 'phone',
        phoneVerified: 'phone_verified',
        name: 'name',
        avatar: 'avatar',
      },
    },
    customConfigField,
  ],
  config,
  authorize: async ({ state, redirectUri, scope, keepsSession }, given, tools) => {
    if (!keepsSession) throw new ConnectorError('not_implemented');
    const settings = given as Config;
    const codeVerifier = tools.random();
    const uri = withQuery(settings.authorizationEndpoint, {
      response_type: 'code',
      client_id: settings.clientId,
      scope: settings.scope,
      // Providers without PKCE ignore it.
      code_challenge: challengeOf(codeVerifier),
      code_challenge_method: 'S256',
      ...snakeCased(settings.customConfig ?? {}),
      redirect_uri: redirectUri,
      state,
      ...(scope && { scope }),
    });
    return { uri, session: { codeVerifier } };
  },
  identify: async ({ data, redirectUri, session: { codeVerifier } }, given, tools) => {
    const settings = given as Config;
    const grant = {
      grant_type: 'authorization_code',
      code: answered(data),
      redirect_uri: redirectUri,
      code_verifier: typeof codeVerifier === 'string' ? codeVerifier : undefined,
    };
    const issued = await ask(settings, grant, 'social_auth_code_invalid', tools);
    const refusal = 'social_invalid_access_token';
    const url = settings.userInfoEndpoint;
    const told = await askProvider({ url, headers: bearer(issued), answer: anyObject, refusal }, tools);
    return { ...userByMap(told, settings.profileMap), tokens: asTokenSet(issued) };
  },
  renewTokens: async (refreshToken, given, tools): Promise<TokenSet> => {
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    return asTokenSet(await ask(given as Config, grant, 'authorization_failed', tools));
  },
};
