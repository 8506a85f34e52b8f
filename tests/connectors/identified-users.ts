// The user that a sign-in would store after a provider's answer, and what is wrong with them.
import type { socialVisits } from './social-visits.ts';

export type UserInfo = { id?: unknown; name?: unknown; avatar?: unknown; email?: unknown; rawData?: unknown };

const isText = (value: unknown, most: number) => typeof value === 'string' && value !== '' && value.length <= most;
const isLine = (value: unknown, most: number) => isText(value, most) && !/[\p{Cs}\0]/u.test(String(value));

/** What is wrong with the user that would be stored; `valid` has all IDs that the provider uses. */
export const junkIn = ({ id, name, avatar, email, rawData }: UserInfo, valid: string): string[] => [
  ...(isLine(id, 128) && (id === '7' || valid.includes(JSON.stringify(id).slice(1, -1))) ? [] : [`id ${id}`]),
  ...(name === undefined || isText(name, 128) ? [] : ['name']),
  ...(avatar === undefined || (isLine(avatar, 2048) && /^https?:/.test(String(avatar))) ? [] : ['avatar']),
  ...(email === undefined || (isLine(email, 128) && String(email).includes('@')) ? [] : ['email']),
  ...((JSON.stringify(rawData) ?? '').length <= 32_768 ? [] : ['raw data']),
];

/** Responds again and again: the user after an accepted response, otherwise the status and code of the error. */
export const userReader = async ({ begin, ask, verify }: ReturnType<typeof socialVisits>) => {
  let interaction = await begin('Register');
  return async (respond: (uri: string) => object | Promise<object>): Promise<UserInfo | string> => {
    const { authorizationUri, verificationId } = await ask(interaction);
    const answer = await verify(interaction, verificationId, await respond(authorizationUri));
    if (answer.status !== 200) return `${answer.status} ${(answer.json() as { code?: string }).code}`;
    const added = await interaction.call('POST', '/profile', { type: 'social', verificationId });
    if (added.status >= 300) return `${added.status} ${(added.json() as { code?: string }).code}`;
    const shown = (await interaction.call('GET', '/interaction')).json();
    // The next profile would be merged into this one.
    interaction = await begin('Register');
    return (shown as { profile: { socialIdentity: { userInfo: UserInfo } } }).profile.socialIdentity.userInfo;
  };
};

/**
 * A hostile answer is refused with a code of connectors, or leads to a user of valid parts. Text that can't be stored does
 * not even reach a connector.
 */
export const problemsOf = (result: UserInfo | string, valid: string): string[] => {
  if (typeof result !== 'string') return junkIn(result, valid);
  return /^(4\d\d connector\.|400 guard\.invalid_input$)/.test(result) ? [] : [result];
};
