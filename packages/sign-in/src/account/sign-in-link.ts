// A link from an administrator that signs a user in once. The token is in the fragment, which browsers send nowhere, and
// opening the page doesn't use it up, because mail scanners open links too.

/** `next`: the application it leads to, otherwise the account. */
export type SignInLink = {
  /** For the text of the page. */
  values: { email: string };
  parameters: { one_time_token: string; login_hint: string };
  next: string | undefined;
};

export const arriveByLink = (next: string | undefined) => {
  // Another link in the same tab doesn't load the page again.
  addEventListener('hashchange', () => location.reload());
  const values = new URLSearchParams(location.hash.slice(1));
  const [email, token] = [values.get('email'), values.get('token')];
  if (!email || !token) return { at: 'bad_link' } as const;
  return {
    at: 'link',
    link: { values: { email }, parameters: { one_time_token: token, login_hint: email }, next },
  } as const;
};
