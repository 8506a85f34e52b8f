// Whether the tenant allows sign-in, registration or both.
import type { InteractionEvent } from '@tessera/contract/experience';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { ExperienceState } from './interaction.ts';
import { hasOneTimeToken } from './verifications.ts';

type Ctx = Pick<Context, 'services' | 'tenantId'>;
type Proved = Pick<ExperienceState, 'verificationRecords'>;

export const checkEventAllowed = async ({ services, tenantId }: Ctx, event: InteractionEvent, proved: Proved) => {
  if (hasOneTimeToken(proved)) return;
  const { signInMode } = await services.signInExperiences.of(tenantId);
  const forbidden = { SignIn: 'Register', Register: 'SignIn', ForgotPassword: undefined }[event];
  if (signInMode === forbidden) throw new RequestError('auth.forbidden');
};
