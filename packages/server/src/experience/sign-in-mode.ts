// Whether the tenant lets people sign in, register, or both.
import type { InteractionEvent } from '@tessera/contract/experience';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';

export const checkEventAllowed = async ({ services, tenantId }: Context, event: InteractionEvent) => {
  const { signInMode } = await services.signInExperiences.of(tenantId);
  const forbidden = { SignIn: 'Register', Register: 'SignIn', ForgotPassword: undefined }[event];
  if (signInMode === forbidden) throw new RequestError('auth.forbidden');
};
