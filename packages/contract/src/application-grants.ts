// Grants that an application can be allowed to use. Without a schema, since the console needs them as values.

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
export const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';

export const choosableGrants = ['authorization_code', 'refresh_token', deviceGrant, tokenExchangeGrant] as const;
export type ChoosableGrant = (typeof choosableGrants)[number];

/** The grants an application of this type can choose from; none if it has no choice. */
export const grantsToChoose = (type: string): readonly ChoosableGrant[] => {
  if (type === 'Native' || type === 'Traditional') return choosableGrants;
  // A page in a browser has no use for a code that is typed on another device.
  return type === 'SPA' ? choosableGrants.filter((grant) => grant !== deviceGrant) : [];
};

/** The device flow is easily abused to phish users, so it has to be chosen. */
export const usualGrants: readonly ChoosableGrant[] = choosableGrants.filter((grant) => grant !== deviceGrant);
