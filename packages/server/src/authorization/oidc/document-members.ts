// What we read of a client's document. The library would use other members, too: it would even send requests to URLs in
// them.

/** `client_secret` is read so that the library refuses it. */
const members = new Set([
  ...['client_id', 'client_name', 'redirect_uris', 'post_logout_redirect_uris', 'application_type'],
  ...['token_endpoint_auth_method', 'grant_types', 'response_types'],
  ...['client_secret', 'client_secret_expires_at'],
]);

/** The text of a document with these members only; unchanged if it is none, so that the library refuses it. */
export const membersToRead = (text: string): string => {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document !== 'object' || document === null || Array.isArray(document)) return text;
    return JSON.stringify(Object.fromEntries(Object.entries(document).filter(([name]) => members.has(name))));
  } catch {
    return text;
  }
};
