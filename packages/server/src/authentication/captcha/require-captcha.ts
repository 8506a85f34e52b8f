// Where a sign-in requires a CAPTCHA. External sign-ins and one-time tokens are exempt.

import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { ExperienceState } from '../experience/interaction.ts';

const lookedAtElsewhere: readonly string[] = ['Social', 'EnterpriseSso', 'OneTimeToken'];

export const isLookedAtElsewhere = ({ verificationRecords }: Pick<ExperienceState, 'verificationRecords'>): boolean =>
  verificationRecords.some(({ type, verified }) => verified && lookedAtElsewhere.includes(type));

export const requireCaptcha = async (
  { services, tenantId }: Context,
  state: Pick<ExperienceState, 'captcha' | 'verificationRecords'>,
) => {
  if (state.captcha?.verified || isLookedAtElsewhere(state)) return;
  const { captchaPolicy } = await services.signInExperiences.of(tenantId);
  if (await services.captcha.shownOf(tenantId, captchaPolicy)) throw new RequestError('session.captcha_required');
};
