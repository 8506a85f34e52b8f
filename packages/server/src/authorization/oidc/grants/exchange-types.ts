// Constants of token exchange (RFC 8693).
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
