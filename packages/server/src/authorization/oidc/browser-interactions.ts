// The interactions of one browser. The library's cookie names the newest one; further ones belong to other tabs, which
// name theirs in a header.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { modelId } from '../../infrastructure/database/digest.ts';

type Jar = Pick<KoaContextWithOIDC['cookies'], 'get'>;
type Raw = { request: IncomingMessage; response: ServerResponse };

/** The ID that a page knows its interaction by; the cookie holds a different value. */
export const interactionHeader = 'x-interaction-id';
export const interactionId = (uid: string): string => modelId('Interaction', uid);

/** Enough for the tabs of a person, and little enough for a cookie. */
const maxOthers = 4;
const othersOf = (name: string) => `${name}s`;

/** `name`: of the library's cookie. Newest first. */
export const browserInteractions = (jar: Jar, name: string): string[] => {
  const signed = (one: string) => jar.get(one, { signed: true });
  return [signed(name), ...(signed(othersOf(name))?.split('.') ?? [])].flatMap((uid) => uid || []);
};

/** Keeps the interactions of other tabs when a new one begins. */
export const keepOtherInteractions = (
  ctx: KoaContextWithOIDC,
  name: string,
  { uid, ...options }: { uid: string; maxAge: number } & Parameters<KoaContextWithOIDC['cookies']['set']>[2],
) => {
  // A resumed request ends its interaction before it begins another one.
  const ended = /resume$/.test(ctx.oidc.route) ? ctx.path.split('/').at(-1) : undefined;
  const others = browserInteractions(ctx.cookies, name).filter((one) => one !== uid && one !== ended);
  if (others.length > 0) ctx.cookies.set(othersOf(name), others.slice(0, maxOthers).join('.'), options);
};

/** As the library does for the interaction of its cookie. */
const findInteraction = async (provider: Provider, uid: string) => {
  const interaction = await provider.Interaction.find(uid);
  const { session } = interaction ?? {};
  const current = session?.uid ? await provider.Session.findByUid(session.uid) : undefined;
  const isValid = interaction && (!session?.uid || (current && current.accountId === session.accountId));
  if (!isValid) throw new errors.SessionNotFound('interaction session not found');
  return interaction;
};

const jarOf = (provider: Provider, { request, response }: Raw): Jar =>
  provider.createContext(request, response).cookies;

/** The interaction that the request names, otherwise the newest. */
export const requestedInteraction = async (provider: Provider, raw: Raw) => {
  const wanted = raw.request.headers[interactionHeader];
  if (wanted === undefined) return provider.interactionDetails(raw.request, raw.response);
  const name = provider.cookieName('interaction');
  const uid = browserInteractions(jarOf(provider, raw), name).find((one) => interactionId(one) === wanted);
  if (!uid) throw new errors.SessionNotFound('interaction session id cookie not found');
  return findInteraction(provider, uid);
};

/** Whether any tab of this browser has a pending sign-in. */
export const hasInteraction = async (provider: Provider, raw: Raw): Promise<boolean> => {
  for (const uid of browserInteractions(jarOf(provider, raw), provider.cookieName('interaction'))) {
    const found = await findInteraction(provider, uid).catch((error: unknown) => {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    });
    if (found) return true;
  }
  return false;
};
