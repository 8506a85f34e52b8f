// Magic links: a sign-in that requests a code by email, and the link of the email.
import type { ManagementApi } from './api.ts';
import { type OpenInteraction, openInteraction } from './interactions.ts';
import { messagesTo } from './mailbox.ts';
import { demoApp } from './sign-in.ts';

type Event = 'SignIn' | 'Register' | 'ForgotPassword';
const method = { password: true, verificationCode: true, isPasswordPrimary: false };

/** Settings with codes by email and SMS. */
export const withCodes = {
  signUp: { identifiers: ['email', 'phone'], password: false, verify: true, secondaryIdentifiers: [] },
  signIn: {
    methods: [
      { identifier: 'email', ...method },
      { identifier: 'phone', ...method },
    ],
  },
};

export const identifierOf = (value: string) => ({ type: value.includes('@') ? 'email' : 'phone', value });

export const requestCode = async ({ call }: OpenInteraction, to: string, interactionEvent: Event): Promise<string> => {
  const body = { identifier: identifierOf(to), interactionEvent };
  const answer = await call('POST', '/verification/verification-code', body);
  if (answer.status !== 200) throw new Error(answer.body);
  return (answer.json() as { verificationId: string }).verificationId;
};

/** The latest link to an address. */
export const linkTo = async (api: ManagementApi, address: string): Promise<string | undefined> =>
  (await messagesTo(api, address))[0]?.payload.link;

/** The parts of a link that the page sends when its button is pressed. */
export const partsOf = (link: string) => {
  const [page = '', fragment = ''] = link.split('#');
  const [interactionId = '', verificationId = '', code = ''] = fragment.split('.');
  return { page, interactionId, verificationId, code };
};

export const beginWithCode = async (base: string, to: string, event: Event = 'SignIn') => {
  const interaction = await openInteraction(base, demoApp(base));
  await interaction.call('PUT', '', { interactionEvent: event });
  await requestCode(interaction, to, event);
  return interaction;
};
