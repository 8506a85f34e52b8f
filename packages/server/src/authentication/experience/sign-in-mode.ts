// Whether the tenant allows sign-in, registration or both.
import type { InteractionEvent } from '@tessera/contract/experience';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';

type Ctx = Pick<Context, 'services' | 'tenantId'>;

/** `isInvited`: by a one-time token, which is accepted in every mode, for the address it was sent to. */
export const checkEventAllowed = async ({ services, tenantId }: Ctx, event: InteractionEvent, isInvited: boolean) => {
  if (isInvited) return;
  const { signInMode } = await services.signInExperiences.of(tenantId);
  const forbidden = { SignIn: 'Register', Register: 'SignIn', ForgotPassword: undefined }[event];
  if (signInMode === forbidden) throw new RequestError('auth.forbidden');
};
