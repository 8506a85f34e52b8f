// Where a sign-in goes no further without a captcha. Whoever came through somebody else, or with a token that was sent to
// them, has been looked at there.
import type { ExperienceState } from '../experience/interaction.ts';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';

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
