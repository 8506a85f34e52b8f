// Calls the tenant's account API with the user's access token, typed by the contract.
import type { myAccount } from '@tessera/contract/account';
import type { OwnGrant, OwnSession } from '@tessera/contract/account-sessions';
import type { accountVerifications } from '@tessera/contract/account-verifications';
import type { Answer, Method, Sent } from '@tessera/contract/kit';
import type { RememberedDevice } from '@tessera/contract/remembered-devices';
import { buildUrl, Problem, request, type UrlValues } from '../api.ts';
import type { Page } from '../boot/page.ts';

type MyAccount = (typeof myAccount)['operations'];
type Verifications = (typeof accountVerifications)['operations'];
type Call = MyAccount[keyof MyAccount] | Verifications[keyof Verifications];
type At<M extends Method, P extends string> = Extract<Call, { method: M; path: P }>;
type BodyOf<O extends Call> = Sent<O> extends { body?: infer Body } ? Body : never;
type Options<B> = UrlValues & { body?: B; verificationId?: string };

type Lists = {
  '/my-account/sessions': OwnSession;
  '/my-account/remembered-devices': RememberedDevice;
  '/my-account/grants': OwnGrant;
};

/** The code of a problem that only a new sign-in solves. */
export const signedOut = 'signed-out';

const pageSize = 100;
const mostPages = 10;
/** Longer lists are cut off. */
export const mostListed = mostPages * pageSize;

const encoded = (body: unknown) => {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
};

export type AccountApi = ReturnType<typeof createAccountApi>;

export const createAccountApi = ({ base, namespace }: Page, accessToken: string, language: string) => {
  const call = async <M extends Method, P extends Extract<Call, { method: M }>['path']>(
    method: M,
    path: P,
    options: Options<BodyOf<At<M, P>> | FormData> = {},
  ): Promise<Answer<At<M, P>>> => {
    const { body, verificationId, ...values } = options;
    const { headers, ...sent } = encoded(body);
    try {
      return await request(`${base}/api${buildUrl(path, values)}`, {
        method,
        ...sent,
        // The token alone decides; a session cookie must not matter.
        credentials: 'omit',
        headers: {
          ...headers,
          Authorization: `Bearer ${accessToken}`,
          'Accept-Language': language,
          ...(verificationId && { [`${namespace}-verification-id`]: verificationId }),
        },
      });
    } catch (error) {
      if (error instanceof Problem && error.code === 'auth.unauthorized') throw new Problem(signedOut, error.message);
      throw error;
    }
  };

  /** A whole list, page by page. */
  const list = async <P extends keyof Lists>(path: P): Promise<Lists[P][]> => {
    const all: Lists[P][] = [];
    for (let page = 1; page <= mostPages; page += 1) {
      const query = { page: String(page), page_size: String(pageSize) };
      const rows = (await call('GET', path, { query })) as Lists[P][];
      all.push(...rows);
      if (rows.length < pageSize) break;
    }
    return all;
  };

  return { call, list };
};
