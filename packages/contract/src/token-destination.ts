// Where a connector's stored tokens are sent, and as whom. The server deletes them when that changes, and the console
// says so before. Without a schema, for the browser.

const isWebUrl = (value: unknown) => typeof value === 'string' && /^https?:/i.test(value);

/** The entries of a configuration that say so, as text to compare. */
export const tokenDestination = (config: object): string =>
  JSON.stringify(
    Object.entries(config)
      .filter(([name, value]) => name === 'clientId' || isWebUrl(value))
      .sort(),
  );

/** Tokens of the former provider must not reach the new one. */
export const isOtherDestination = (before: object, after: object): boolean =>
  tokenDestination(before) !== tokenDestination(after);
