// Slack: https://docs.slack.dev/authentication/sign-in-with-slack/
import { brandLogos } from '../brand-logos.gen.ts';
import { ConnectorError } from '../connector.ts';
import { type ClientConfig, clientConfig, clientFields } from './form.ts';
import { userFromClaims } from './id-token.ts';
import { oauthConnector } from './oauth.ts';

export const slack = oauthConnector<ClientConfig>({
  id: 'slack-universal',
  target: 'slack',
  protocol: 'oidc',
  ...brandLogos.slack,
  formItems: clientFields,
  config: clientConfig,
  authorizationEndpoint: 'https://slack.com/openid/connect/authorize',
  tokenEndpoint: 'https://slack.com/api/openid.connect.token',
  scope: 'openid profile email',
  idToken: () => ({ jwksUri: 'https://slack.com/openid/connect/keys', issuer: 'https://slack.com' }),
  needsSession: true,
  user: async ({ claims }) => {
    if (!claims) throw new ConnectorError('invalid_response', { message: 'slack.com: no ID token' });
    return userFromClaims(claims);
  },
});
