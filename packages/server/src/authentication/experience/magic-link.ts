// The link in an email with a code. It leads to a page that verifies the code like a typed one, so it has no rules of its
// own. The code is in the fragment, which browsers send nowhere.
import { hasMagicLink } from '@tessera/contract/message-types';
import type { ContextFor } from '../../context.ts';
import type { ExperienceState } from './interaction.ts';
import type { CodeRecord } from './verifications.ts';

/** Another tab opens the link and knows only the interaction, so the code must be its first step. */
const isFirstStep = ({ userId, verificationRecords }: ExperienceState) =>
  userId === undefined && !verificationRecords.some(({ verified }) => verified);

/** Composes the link, or is undefined if the message has none. */
export const magicLinkOf = async (
  { services, tenantId, interaction, visit }: ContextFor<'interaction'>,
  state: ExperienceState,
  { id, type, templateType }: CodeRecord,
): Promise<((code: string) => string) | undefined> => {
  const channel = type === 'EmailVerificationCode' ? 'Email' : 'Sms';
  if (!hasMagicLink(channel, templateType) || !isFirstStep(state)) return undefined;
  const { magicLinkEnabled } = await services.signInExperiences.of(tenantId);
  if (!magicLinkEnabled) return undefined;
  const page = `${services.addresses.at(visit.destination)}/sign-in/link`;
  return (code) => `${page}#${interaction.id}.${id}.${code}`;
};
