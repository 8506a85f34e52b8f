// How a callback of a connector test differs from one of a sign-in. Without a schema, since the pages need it as a value.

/** Letters only, since some providers accept nothing else. Our own states of sign-ins are hexadecimal. */
export const testStatePrefix = 'connectortest';
/** Of enterprise SSO connectors. */
export const ssoTestStatePrefix = 'ssotest';

export const isSsoTestState = (state: unknown): state is string =>
  typeof state === 'string' && state.startsWith(ssoTestStatePrefix);

export const isTestState = (state: unknown): boolean =>
  isSsoTestState(state) || (typeof state === 'string' && state.startsWith(testStatePrefix));
