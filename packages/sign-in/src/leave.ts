// Navigation to the application or an external provider.

export const runsScript = (address: string) => /^(javascript|data|vbscript|blob):/i.test(address.trim());

/** `assign` keeps the page in the history. */
export const leaveTo = (address: string, how: 'replace' | 'assign' = 'replace'): Promise<void> => {
  if (runsScript(address)) return Promise.reject(new Error('Refused address'));
  location[how](address);
  // Stay busy while navigating, and resume if the page is restored from the back/forward cache.
  return new Promise((wake) => addEventListener('pageshow', () => wake(), { once: true }));
};

/** A link configured by a tenant, used only if it is http or https. */
export const webLink = (address: string | null | undefined) =>
  address && /^https?:\/\//i.test(address) ? address : undefined;
