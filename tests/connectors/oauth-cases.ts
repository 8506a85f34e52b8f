// Providers of the social connectors that follow OAuth 2 closely.
import {
  bearerOf,
  clientId,
  clientSecret,
  grantWithClient,
  type OAuthCase,
  standardGrant,
} from './oauth-counterpart.ts';

const config = { clientId, clientSecret };
const client = { response_type: 'code', client_id: clientId };
const declined = { error: 'access_denied', error_description: 'The user denied the request' };
const invalidGrant = { status: 400, body: { error: 'invalid_grant', error_description: 'Code was already redeemed' } };

export const oauthCases: OAuthCase[] = [
  {
    connectorId: 'google-universal',
    docs: 'https://developers.google.com/identity/openid-connect/openid-connect',
    config: { ...config, prompts: ['select_account'], offlineAccess: true },
    authorization: {
      url: 'https://accounts.google.com/o/oauth2/v2/auth',
      query: { ...client, scope: 'openid profile email', prompt: 'select_account', access_type: 'offline' },
      hasPkce: true,
    },
    token: { url: 'https://oauth2.googleapis.com/token', parameters: grantWithClient, refusal: invalidGrant },
    idToken: {
      claims: { iss: 'https://accounts.google.com', sub: '1100' },
      keys: 'https://www.googleapis.com/oauth2/v3/certs',
    },
    profile: [
      {
        url: 'https://openidconnect.googleapis.com/v1/userinfo',
        method: 'POST',
        answer: {
          sub: '1100',
          name: 'Ada Lovelace',
          picture: 'https://lh3.googleusercontent.com/a/ada',
          email: 'ada@gmail.com',
          email_verified: true,
        },
      },
    ],
    declined: { error: 'access_denied' },
    user: {
      id: '1100',
      name: 'Ada Lovelace',
      avatar: 'https://lh3.googleusercontent.com/a/ada',
      email: 'ada@gmail.com',
    },
  },
  {
    connectorId: 'github-universal',
    docs: 'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps',
    config,
    authorization: {
      url: 'https://github.com/login/oauth/authorize',
      query: { ...client, scope: 'read:user user:email' },
      hasPkce: true,
    },
    token: {
      url: 'https://github.com/login/oauth/access_token',
      parameters: grantWithClient,
      // GitHub reports errors with status 200.
      refusal: { body: { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' } },
    },
    profile: [
      {
        url: 'https://api.github.com/user',
        answer: {
          id: 583231,
          login: 'grace',
          name: 'Grace',
          avatar_url: 'https://avatars.example/583231',
          email: 'public@navy.example',
        },
      },
      {
        url: 'https://api.github.com/user/emails',
        answer: [
          { email: 'public@navy.example', primary: false, verified: false, visibility: 'public' },
          { email: 'old@navy.example', primary: false, verified: true, visibility: null },
          { email: 'grace@navy.example', primary: true, verified: true, visibility: 'private' },
        ],
      },
    ],
    declined,
    user: { id: '583231', name: 'Grace', avatar: 'https://avatars.example/583231', email: 'grace@navy.example' },
  },
  {
    connectorId: 'discord-universal',
    docs: 'https://discord.com/developers/docs/topics/oauth2',
    config,
    authorization: {
      url: 'https://discord.com/oauth2/authorize',
      query: { ...client, scope: 'identify email' },
      hasPkce: true,
    },
    token: { url: 'https://discord.com/api/v10/oauth2/token', parameters: grantWithClient, refusal: invalidGrant },
    profile: [
      {
        url: 'https://discord.com/api/v10/users/@me',
        answer: { id: '8035', username: 'nelly', avatar: '8342729', email: 'nelly@discord.example', verified: true },
      },
    ],
    declined,
    user: {
      id: '8035',
      name: 'nelly',
      avatar: 'https://cdn.discordapp.com/avatars/8035/8342729.png',
      email: 'nelly@discord.example',
    },
  },
  {
    connectorId: 'azuread-universal',
    docs: 'https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow',
    config: {
      ...config,
      cloudInstance: 'https://login.microsoftonline.com',
      tenantId: 'common',
      prompts: ['login'],
      scopes: 'Mail.Read',
    },
    authorization: {
      url: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
      query: { ...client, scope: 'User.Read Mail.Read openid profile offline_access', prompt: 'login' },
      hasPkce: true,
    },
    token: {
      url: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      parameters: (grant) => ({ ...grantWithClient(grant), scope: 'User.Read' }),
      refusal: { status: 400, body: { error: 'invalid_grant', error_description: 'AADSTS70008: expired' } },
    },
    idToken: {
      claims: {
        iss: 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0',
        tid: '72f988bf-86f1-41af-91ab-2d7cd011db47',
        sub: 'pairwise subject',
      },
      keys: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
    },
    profile: [
      {
        url: 'https://graph.microsoft.com/v1.0/me',
        answer: { id: '87d349ed', displayName: 'Adele Vance', mail: 'adele@contoso.example', mobilePhone: null },
      },
    ],
    declined: { error: 'access_denied', error_subcode: 'cancel' },
    unverifiedEmail: 'adele@contoso.example',
    user: { id: '87d349ed', name: 'Adele Vance', avatar: null, email: null },
  },
  {
    connectorId: 'facebook-universal',
    docs: 'https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow',
    config,
    authorization: {
      url: 'https://www.facebook.com/v24.0/dialog/oauth',
      query: { ...client, scope: 'email,public_profile' },
      hasPkce: true,
    },
    token: {
      url: 'https://graph.facebook.com/v24.0/oauth/access_token',
      method: 'GET',
      contentType: 'query',
      parameters: ({ code, redirectUri }) => ({
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code,
      }),
      refusal: {
        status: 400,
        body: { error: { message: 'This authorization code has been used.', type: 'OAuthException', code: 100 } },
      },
    },
    profile: [
      {
        url: 'https://graph.facebook.com/v24.0/me',
        query: () => ({ fields: 'id,name,email,picture' }),
        headers: bearerOf,
        answer: {
          id: '10158',
          name: 'Mark',
          email: 'mark@fb.example',
          picture: { data: { url: 'https://platform-lookaside.fbsbx.example/10158' } },
        },
      },
    ],
    declined: { error: 'access_denied', error_reason: 'user_denied', error_code: '200' },
    unverifiedEmail: 'mark@fb.example',
    user: { id: '10158', name: 'Mark', avatar: 'https://platform-lookaside.fbsbx.example/10158', email: null },
  },
  {
    connectorId: 'gitlab-universal',
    docs: 'https://docs.gitlab.com/integration/openid_connect_provider/',
    config: { ...config, scope: 'email' },
    authorization: {
      url: 'https://gitlab.com/oauth/authorize',
      query: { ...client, scope: 'email openid' },
      hasPkce: true,
    },
    token: {
      url: 'https://gitlab.com/oauth/token',
      login: 'basic',
      parameters: standardGrant,
      refusal: { status: 400, body: { error: 'invalid_grant', error_description: 'The grant is invalid.' } },
    },
    idToken: {
      claims: { iss: 'https://gitlab.com', sub: '77' },
      keys: 'https://gitlab.com/oauth/discovery/keys',
    },
    profile: [
      {
        url: 'https://gitlab.com/oauth/userinfo',
        answer: {
          sub: '77',
          name: 'Sid',
          email: 'sid@gitlab.example',
          email_verified: false,
          picture: 'https://a.example/77',
        },
      },
    ],
    declined,
    unverifiedEmail: 'sid@gitlab.example',
    user: { id: '77', name: 'Sid', avatar: 'https://a.example/77', email: null },
  },
  {
    connectorId: 'amazon-universal',
    docs: 'https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html',
    config,
    authorization: { url: 'https://www.amazon.com/ap/oa', query: { ...client, scope: 'profile' }, hasPkce: true },
    token: { url: 'https://api.amazon.com/auth/o2/token', parameters: grantWithClient, refusal: invalidGrant },
    profile: [
      {
        url: 'https://api.amazon.com/user/profile',
        answer: { user_id: 'amzn1.account.K2', name: 'Mork', email: 'mork@amazon.example' },
      },
    ],
    declined,
    unverifiedEmail: 'mork@amazon.example',
    user: { id: 'amzn1.account.K2', name: 'Mork', avatar: null, email: null },
  },
  {
    connectorId: 'line-universal',
    docs: 'https://developers.line.biz/en/docs/line-login/integrate-line-login/',
    config,
    authorization: {
      url: 'https://access.line.me/oauth2/v2.1/authorize',
      query: { ...client, scope: 'openid profile' },
      hasPkce: true,
    },
    token: { url: 'https://api.line.me/oauth2/v2.1/token', parameters: grantWithClient, refusal: invalidGrant },
    // Web logins are signed with the client secret.
    idToken: { claims: { iss: 'https://access.line.me', sub: 'U4af4' } },
    profile: [
      {
        url: 'https://api.line.me/v2/profile',
        answer: { userId: 'U4af4', displayName: 'Brown', pictureUrl: 'https://profile.line-scdn.example/abc' },
      },
    ],
    declined,
    user: { id: 'U4af4', name: 'Brown', avatar: 'https://profile.line-scdn.example/abc', email: null },
  },
  {
    connectorId: 'linkedin-universal',
    docs: 'https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2',
    config,
    authorization: {
      url: 'https://www.linkedin.com/oauth/v2/authorization',
      query: { ...client, scope: 'openid profile email' },
    },
    token: {
      url: 'https://www.linkedin.com/oauth/v2/accessToken',
      parameters: grantWithClient,
      refusal: { status: 400, body: { error: 'invalid_request', error_description: 'authorization code not found' } },
    },
    profile: [
      {
        url: 'https://api.linkedin.com/v2/userinfo',
        answer: {
          sub: '782bbtaQ',
          name: 'John Doe',
          picture: 'https://media.licdn.example/100',
          email: 'doe@linkedin.example',
          email_verified: true,
        },
      },
    ],
    declined: { error: 'user_cancelled_login' },
    user: {
      id: '782bbtaQ',
      name: 'John Doe',
      avatar: 'https://media.licdn.example/100',
      email: 'doe@linkedin.example',
    },
  },
  {
    connectorId: 'x-universal',
    docs: 'https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code',
    config: { ...config, scope: 'tweet.read users.read users.email' },
    authorization: {
      url: 'https://twitter.com/i/oauth2/authorize',
      query: { ...client, scope: 'tweet.read users.read users.email' },
      hasPkce: true,
    },
    token: {
      url: 'https://api.twitter.com/2/oauth2/token',
      login: 'basic',
      parameters: (grant) => ({ ...standardGrant(grant), client_id: clientId }),
      answer: ({ accessToken }) => ({
        body: {
          access_token: accessToken,
          token_type: 'bearer',
          expires_in: 7200,
          scope: 'users.email users.read tweet.read',
        },
      }),
      refusal: { status: 400, body: { error: 'invalid_request', error_description: 'Value passed was invalid.' } },
    },
    profile: [
      {
        url: 'https://api.twitter.com/2/users/me',
        query: () => ({ 'user.fields': 'profile_image_url,confirmed_email' }),
        headers: bearerOf,
        answer: {
          data: {
            id: '2244994945',
            name: 'Dev',
            username: 'dev',
            profile_image_url: 'https://pbs.twimg.example/dev',
            confirmed_email: 'dev@x.example',
          },
        },
      },
    ],
    declined: { error: 'access_denied' },
    user: { id: '2244994945', name: 'Dev', avatar: 'https://pbs.twimg.example/dev', email: 'dev@x.example' },
  },
  {
    connectorId: 'patreon-universal',
    docs: 'https://docs.patreon.com/#oauth',
    config,
    authorization: {
      url: 'https://www.patreon.com/oauth2/authorize',
      query: { ...client, scope: 'identity identity[email]' },
    },
    token: {
      url: 'https://www.patreon.com/api/oauth2/token',
      login: 'basic',
      parameters: standardGrant,
      refusal: { status: 401, body: { error: 'invalid_grant' } },
    },
    profile: [
      {
        url: 'https://www.patreon.com/api/oauth2/api/current_user',
        answer: {
          data: {
            type: 'user',
            id: '32187',
            attributes: {
              full_name: 'Jack',
              image_url: 'https://c8.patreon.example/32187',
              email: 'jack@patreon.example',
              is_email_verified: false,
            },
          },
        },
      },
    ],
    declined,
    unverifiedEmail: 'jack@patreon.example',
    user: { id: '32187', name: 'Jack', avatar: 'https://c8.patreon.example/32187', email: null },
  },
  {
    connectorId: 'huggingface-universal',
    docs: 'https://huggingface.co/docs/hub/oauth',
    config,
    authorization: {
      url: 'https://huggingface.co/oauth/authorize',
      query: { ...client, scope: 'profile' },
      hasPkce: true,
    },
    token: {
      url: 'https://huggingface.co/oauth/token',
      login: 'basic',
      parameters: standardGrant,
      refusal: invalidGrant,
    },
    profile: [
      {
        url: 'https://huggingface.co/oauth/userinfo',
        answer: { sub: '62f2', name: 'Clem', picture: 'https://cdn.hf.example/62f2', email: 'clem@hf.example' },
      },
    ],
    declined,
    unverifiedEmail: 'clem@hf.example',
    user: { id: '62f2', name: 'Clem', avatar: 'https://cdn.hf.example/62f2', email: null },
  },
];
