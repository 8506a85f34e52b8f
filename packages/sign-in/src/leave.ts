// Leaving for the application, or for somebody else's sign-in.

const runsScript = (address: string) => /^(javascript|data|vbscript|blob):/i.test(address.trim());

/** `assign` leaves a way back to the page. */
export const leaveTo = (address: string, how: 'replace' | 'assign' = 'replace'): Promise<void> => {
  if (runsScript(address)) return Promise.reject(new Error('Refused address'));
  location[how](address);
  // The page stays busy while the browser goes, and wakes up if it comes back out of the browser's page cache.
  return new Promise((wake) => addEventListener('pageshow', () => wake(), { once: true }));
};

/** A link that a tenant configured: shown only if it is one to a web page. */
export const webLink = (address: string | null | undefined) =>
  address && /^https?:\/\//i.test(address) ? address : undefined;
