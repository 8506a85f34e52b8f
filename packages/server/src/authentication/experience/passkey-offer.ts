// The offer to create a passkey, made at the end of a sign-in by other means. Accepting it adds a passkey like MFA does.
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { type FactorOwner, isPasskey } from '../mfa/factors.ts';
import { ssoConnectorsFor } from '../sso-connectors/find.ts';
import type { ExperienceState } from './interaction.ts';
import { hasSso } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;

/** Users who declined, or who were just asked about MFA, are not asked again. */
const isAsked = ({ mfa }: ExperienceState, { settings }: FactorOwner): boolean =>
  Boolean(settings.passkeySkipped || mfa?.passkeySkipped || mfa?.skipped || mfa?.factors.length);

export const offerPasskey = async (ctx: Ctx, state: ExperienceState, owner: FactorOwner): Promise<void> => {
  const { passkeySignIn } = await ctx.services.signInExperiences.of(ctx.tenantId);
  if (!passkeySignIn.enabled || !passkeySignIn.offerAfterSignIn) return;
  if (hasSso(state) || isAsked(state, owner) || owner.factors.some(isPasskey)) return;
  // The passkey of a user whose domain requires enterprise SSO would not sign in.
  const email = owner.primaryEmail ?? state.profile.primaryEmail;
  if (email && (await ssoConnectorsFor(ctx, email)).length > 0) return;
  throw new RequestError('session.mfa.suggest_passkey', { data: { skippable: true } });
};
