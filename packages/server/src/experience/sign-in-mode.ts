// Whether the tenant lets people sign in, register, or both.
import type { InteractionEvent } from '@tessera/contract/experience';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import type { ExperienceState } from './interaction.ts';
import { hasOneTimeToken } from './verifications.ts';

type Proved = Pick<ExperienceState, 'verificationRecords'>;

export const checkEventAllowed = async ({ services, tenantId }: Context, event: InteractionEvent, proved: Proved) => {
  if (hasOneTimeToken(proved)) return;
  const { signInMode } = await services.signInExperiences.of(tenantId);
  const forbidden = { SignIn: 'Register', Register: 'SignIn', ForgotPassword: undefined }[event];
  if (signInMode === forbidden) throw new RequestError('auth.forbidden');
};
