// A headless HTTP client: keeps cookies by path and follows redirects one at a time.

type Cookie = { name: string; value: string; path: string; httpOnly: boolean; sameSite: string; secure: boolean };

export type Answer = { status: number; headers: Headers; body: string; url: string; json: () => never };

const parseCookie = (header: string): Cookie & { expired: boolean } => {
  const [pair = '', ...attributes] = header.split(/; */);
  const at = pair.indexOf('=');
  const attribute = (name: string) =>
    attributes.find((item) => item.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const has = (name: string) => attributes.some((item) => item.toLowerCase() === name);
  const expires = attribute('expires');
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    path: attribute('path') || '/',
    sameSite: attribute('samesite').toLowerCase(),
    httpOnly: has('httponly'),
    secure: has('secure'),
    expired: expires !== '' && new Date(expires).getTime() < Date.now(),
  };
};

export type Visitor = ReturnType<typeof newVisitor>;

/** `transport`: sends the requests, if not `fetch`. */
export const newVisitor = (
  headers: Record<string, string> = {},
  brought: [string, Cookie][] = [],
  transport: (url: string, init: RequestInit) => Promise<Response> = fetch,
) => {
  const cookies = new Map<string, Cookie>(brought);
  const cookieHeader = (path: string) =>
    [...cookies.values()]
      .filter(
        (cookie) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')) || cookie.path === '/',
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  const send = async (
    method: string,
    url: string,
    init: { json?: unknown; form?: Record<string, string>; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const { pathname } = new URL(url);
    const cookie = cookieHeader(pathname);
    const response = await transport(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(init.json !== undefined && { 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...headers,
        ...init.headers,
      },
      ...(init.json !== undefined && { body: JSON.stringify(init.json) }),
      ...(init.form && { body: new URLSearchParams(init.form) }),
    });
    for (const header of response.headers.getSetCookie()) {
      const { expired, ...parsed } = parseCookie(header);
      const key = `${parsed.name} ${parsed.path}`;
      if (expired || parsed.value === '') cookies.delete(key);
      else cookies.set(key, parsed);
    }
    const body = await response.text();
    return { status: response.status, headers: response.headers, body, url, json: () => JSON.parse(body) as never };
  };

  return {
    cookies: () => [...cookies.values()],
    forgetCookies: () => cookies.clear(),
    /** For another visitor that starts with the same cookies. */
    jar: (): [string, Cookie][] => [...cookies],
    send,
    get: (url: string, more: Record<string, string> = {}) => send('GET', url, { headers: more }),
    /** Follows redirects until the target starts with one of `stopAt`; returns the last URL. */
    follow: async (url: string, stopAt: string[] = []): Promise<{ url: string; answer: Answer | undefined }> => {
      let current = url;
      for (let hops = 0; hops < 20; hops += 1) {
        if (stopAt.some((prefix) => current.startsWith(prefix))) return { url: current, answer: undefined };
        const answer = await send('GET', current, { headers: { accept: 'text/html' } });
        const location = answer.headers.get('location');
        if (!location || answer.status < 300 || answer.status > 399) return { url: current, answer };
        current = new URL(location, current).href;
      }
      throw new Error(`too many redirects from ${url}`);
    },
  };
};
