// Apple, without exchange of a code: the signed ID token arrives by form post.
// https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { ConnectorError, type SocialConnector } from '../connector.ts';
import { clientIdField, optional, required, scopeField } from './form.ts';
import { verifyIdToken } from './id-token.ts';
import { answered, nonceOf } from './oauth.ts';
import { withQuery } from './provider-call.ts';

const config = z.object({ clientId: required, scope: optional });
type Config = z.output<typeof config>;

const text = z.optional(z.string());
const firstConsent = z.object({ name: z.optional(z.object({ firstName: text, lastName: text })) });

/** Sent in the form, and only with the first consent. Not signed, so only the name is used. */
const nameIn = (user: unknown): string | undefined => {
  if (typeof user !== 'string' || user === '') return undefined;
  try {
    const { name } = z.parse(firstConsent, JSON.parse(user));
    return [name?.firstName, name?.lastName].filter(Boolean).join(' ') || undefined;
  } catch (cause) {
    throw new ConnectorError('general', { cause, message: 'the response has an invalid user' });
  }
};

export const apple: SocialConnector = {
  id: 'apple-universal',
  type: 'Social',
  target: 'apple',
  platform: 'Universal',
  protocol: 'oidc',
  ...brandLogos.apple,
  formItems: [
    { ...clientIdField, placeholder: 'com.example.signin' },
    { ...scopeField, placeholder: 'email name' },
  ],
  config,
  authorize: async ({ state, redirectUri, scope, keepsSession }, given, tools) => {
    if (!keepsSession) throw new ConnectorError('not_implemented');
    const settings = given as Config;
    const nonce = tools.random();
    const uri = withQuery('https://appleid.apple.com/auth/authorize', {
      client_id: settings.clientId,
      redirect_uri: redirectUri,
      scope: scope ?? settings.scope ?? '',
      state,
      nonce,
      response_type: 'code id_token',
      response_mode: 'form_post',
    });
    return { uri, session: { nonce } };
  },
  identify: async (answer, given, tools) => {
    const idToken = answered(answer.data, 'id_token');
    const name = nameIn(answer.data.user);
    const expected = {
      jwksUri: 'https://appleid.apple.com/auth/keys',
      issuer: 'https://appleid.apple.com',
      audience: (given as Config).clientId,
      nonce: nonceOf(answer),
    };
    const claims = await verifyIdToken(idToken, expected, tools);
    const { sub, email, email_verified } = claims;
    return {
      id: sub,
      // Documented as a boolean or a string.
      ...(typeof email === 'string' && { email, isEmailVerified: [true, 'true'].includes(email_verified as boolean) }),
      ...(name && { name }),
      rawData: claims,
    };
  },
};
