// Access tokens that a provider issues to an application instead of a user.

export type ApplicationToken = {
  token: string;
  /** In seconds. */
  expiresIn: number;
};

/** A kept token, or a new one if the provider has refused the kept one. `key` has to include the secret. */
export type ApplicationTokens = (
  key: string,
  load: () => Promise<ApplicationToken>,
  refused?: string,
) => Promise<string>;
