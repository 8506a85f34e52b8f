// Any OpenID Connect provider. Only the verified ID token counts.

import { matches, satisfies } from '@tessera/contract/field-issues';
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { webUrl } from '../config-fields.ts';
import { ConnectorError, type SocialConnector, type SocialUser } from '../connector.ts';
import { asymmetricAlgorithms } from '../key-sets.ts';
import { required, scopeField } from './form.ts';
import { type Claims, userFromClaims, verifyIdToken, withOpenId } from './id-token.ts';
import { answered, asTokenSet, challengeOf, issuedTokens } from './oauth.ts';
import { askProvider, withQuery } from './provider-call.ts';
import {
  clientLoginFields,
  customConfigField,
  endpointFields,
  snakeCased,
  standardClient,
  tokenCall,
} from './standard-client.ts';

const text = z.optional(z.string());
const durationText = /^\d+(\.\d+)? ?(seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)$/i;
const duration = z.optional(
  z.union([z.string().check(matches(durationText, 'duration')), z.number().check(z.minimum(0))]),
);
const signingAlgorithms = z
  .array(z.string())
  .check(satisfies((names) => names.some((one) => asymmetricAlgorithms.includes(one)), 'asymmetric_algorithm'));
const config = z.extend(standardClient, {
  scope: required,
  acceptStringTypedBooleanClaims: z.optional(z.boolean()),
  idTokenVerificationConfig: z.object({
    jwksUri: webUrl,
    issuer: z.optional(z.union([z.string(), z.array(z.string())])),
    algorithms: z.optional(signingAlgorithms),
    clockTolerance: duration,
    maxTokenAge: duration,
    subject: text,
    typ: text,
  }),
  authRequestOptionalConfig: z.optional(
    z.object({
      responseMode: text,
      display: text,
      prompt: text,
      maxAge: text,
      uiLocales: text,
      idTokenHint: text,
      loginHint: text,
      acrValues: text,
    }),
  ),
});
type Config = z.output<typeof config>;

// The access token is optional, since only the ID token is needed.
const firstTokens = z.extend(issuedTokens, {
  access_token: z.optional(z.string()),
  id_token: z.string().check(z.minLength(1)),
});

const userOf = (claims: Claims, acceptsText = false): SocialUser => {
  const isTrue = (value: unknown) =>
    value === true || (acceptsText && typeof value === 'string' && /^(true|1)$/i.test(value));
  const { email_verified, phone, phone_verified, phone_number, phone_number_verified } = claims;
  const [number, isVerified] =
    phone_number === undefined ? [phone, phone_verified] : [phone_number, phone_number_verified];
  return {
    ...userFromClaims({ ...claims, email_verified: isTrue(email_verified) }),
    ...(typeof number === 'string' && { phone: number, isPhoneVerified: isTrue(isVerified) }),
    rawData: claims,
  };
};

export const oidc: SocialConnector = {
  id: 'oidc',
  type: 'Social',
  target: 'oidc',
  platform: 'Universal',
  protocol: 'oidc',
  isStandard: true,
  ...brandLogos.openid,
  formItems: [
    ...endpointFields,
    ...clientLoginFields,
    { ...scopeField, required: true, placeholder: 'openid profile email' },
    { key: 'acceptStringTypedBooleanClaims', type: 'Switch', defaultValue: false },
    {
      key: 'idTokenVerificationConfig',
      type: 'Json',
      required: true,
      defaultValue: { jwksUri: 'https://id.example.com/jwks' },
    },
    { key: 'authRequestOptionalConfig', type: 'Json', defaultValue: {} },
    customConfigField,
  ],
  config,
  authorize: async ({ state, redirectUri, scope, keepsSession }, given, tools) => {
    if (!keepsSession) throw new ConnectorError('not_implemented');
    const settings = given as Config;
    const [nonce, codeVerifier] = [tools.random(), tools.random()];
    const uri = withQuery(settings.authorizationEndpoint, {
      scope: scope ?? withOpenId(settings.scope),
      ...snakeCased({ ...settings.authRequestOptionalConfig, ...settings.customConfig }),
      response_type: 'code',
      client_id: settings.clientId,
      redirect_uri: redirectUri,
      state,
      nonce,
      // Providers without PKCE ignore it.
      code_challenge: challengeOf(codeVerifier),
      code_challenge_method: 'S256',
    });
    return { uri, session: { nonce, codeVerifier } };
  },
  identify: async ({ data, redirectUri, session: { nonce, codeVerifier } }, given, tools) => {
    const settings = given as Config;
    if (typeof nonce !== 'string' || typeof codeVerifier !== 'string') throw new ConnectorError('not_implemented');
    const grant = {
      grant_type: 'authorization_code',
      code: answered(data),
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    };
    const call = { ...tokenCall(settings, grant, tools), refusal: 'social_auth_code_invalid' as const };
    const issued = await askProvider({ ...call, answer: firstTokens }, tools);
    const expected = { ...settings.idTokenVerificationConfig, audience: settings.clientId, nonce };
    const user = userOf(await verifyIdToken(issued.id_token, expected, tools), settings.acceptStringTypedBooleanClaims);
    const { access_token } = issued;
    return { ...user, ...(access_token && { tokens: asTokenSet({ ...issued, access_token }) }) };
  },
  renewTokens: async (refreshToken, given, tools) => {
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const call = { ...tokenCall(given as Config, grant, tools), refusal: 'authorization_failed' as const };
    return asTokenSet(await askProvider({ ...call, answer: issuedTokens }, tools));
  },
};
