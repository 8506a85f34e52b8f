// An application's values as lines of an .env file, with the names that the guides use.

type Values = {
  issuer: string;
  appId: string;
  appSecret?: string | undefined;
  redirectUri?: string | undefined;
  postLogoutRedirectUri?: string | undefined;
};

export const envFile = ({ issuer, appId, appSecret, redirectUri, postLogoutRedirectUri }: Values): string =>
  Object.entries({
    ISSUER: issuer,
    CLIENT_ID: appId,
    CLIENT_SECRET: appSecret,
    REDIRECT_URI: redirectUri,
    POST_LOGOUT_REDIRECT_URI: postLogoutRedirectUri,
  })
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}=${value}\n`]))
    .join('');
