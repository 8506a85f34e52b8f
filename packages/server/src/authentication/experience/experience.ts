// The steps of a sign-in or registration. Nothing about a user is written before the step that needs it, and every rule
// is checked again at submission, in any order of steps.
import { experience } from '@tessera/contract/experience';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { canonicalIdentifier } from '../../user-management/users/phone-number.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { verifyCaptchaToken } from '../captcha/verify-token.ts';
import { useToken } from '../one-time-tokens/tokens.ts';
import { limitAttempts } from '../sentinel/sentinel.ts';
import { ssoConnectorsFor } from '../sso-connectors/find.ts';
import { sendCodeOf, senderTo, verifyCodeOf } from './code-verification.ts';
import { identifyUser } from './identify.ts';
import type { ExperienceState } from './interaction.ts';
import { checkPasswordPolicy, hashNewPassword } from './new-password.ts';
import { verifyPassword } from './password-verification.ts';
import { withField, withNewPassword } from './profile.ts';
import { publicState } from './public-state.ts';
import { registerUser } from './register.ts';
import { checkEventAllowed } from './sign-in-mode.ts';
import { askSocial, verifySocial } from './social-verification.ts';
import { askSso, verifySso } from './sso-verification.ts';
import { eventKey, logged } from './step-log.ts';
import { submitNewPassword, submitSignIn } from './submit.ts';
import { refuseTakenUsername } from './unique-identifiers.ts';
import { hasOneTimeToken, withRecord } from './verifications.ts';

const codeKinds = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

export default serve(experience, {
  start: async (ctx, { body: { interactionEvent, captchaToken } }) => {
    const fresh: ExperienceState = { interactionEvent, profile: {}, verificationRecords: [] };
    await logged(ctx, eventKey(fresh, 'Create'), {}, async () => {
      if (captchaToken === undefined) return ctx.interaction.save(fresh);
      await logged(ctx, 'Interaction.Create.Captcha', {}, () => verifyCaptchaToken(ctx, captchaToken));
      await ctx.interaction.save({ ...fresh, captcha: { verified: true } });
    });
  },

  changeEvent: async (ctx, { body: { interactionEvent } }) => {
    const state = ctx.interaction.state();
    await logged(ctx, eventKey(state, 'Update'), { params: { interactionEvent } }, async () => {
      await checkEventAllowed(ctx, interactionEvent, hasOneTimeToken(state));
      const isForgotPassword = (event: string) => event === 'ForgotPassword';
      if (isForgotPassword(interactionEvent) !== isForgotPassword(state.interactionEvent)) {
        throw new RequestError('session.not_supported_for_forgot_password', { status: 400 });
      }
      const { mfa: _, ...rest } = state;
      const next = interactionEvent === state.interactionEvent ? state : { ...rest, profile: {} };
      await ctx.interaction.save({ ...next, interactionEvent });
    });
  },

  verifyPassword: async (ctx, { body }) => {
    const state = ctx.interaction.state();
    const identifier = canonicalIdentifier(body.identifier);
    const facts = { params: { identifier } };
    return logged(ctx, eventKey(state, 'Verification.Password.Submit'), facts, async (note) => {
      const record = await verifyPassword(ctx, identifier, body.password, (userId) => note({ userId }));
      await ctx.interaction.save(withRecord(state, record));
      return { verificationId: record.id };
    });
  },

  newPasswordIdentity: async (ctx, { body: { identifier, password } }) => {
    const state = ctx.interaction.state();
    const facts = { params: { identifier } };
    return logged(ctx, eventKey(state, 'Verification.NewPasswordIdentity.Submit'), facts, async () => {
      await refuseTakenUsername(ctx, identifier.value);
      await checkPasswordPolicy(ctx, password, { username: identifier.value });
      const record = {
        id: random.id(),
        type: 'NewPasswordIdentity' as const,
        verified: true,
        identifier,
        ...(await hashNewPassword(ctx, password)),
      };
      await ctx.interaction.save(withRecord(state, record));
      return { verificationId: record.id };
    });
  },

  sendCode: async (ctx, { body: { identifier: typed, interactionEvent } }) => {
    const state = ctx.interaction.state();
    const identifier = canonicalIdentifier(typed);
    const key = eventKey(state, `Verification.${codeKinds[identifier.type]}.Create`);
    const sender = await senderTo(ctx, identifier.type);
    return logged(ctx, key, { params: { identifier, interactionEvent }, ...sender }, async () => {
      if (!state.userId) await requireCaptcha(ctx, state);
      const record = await sendCodeOf(ctx, state, identifier, interactionEvent);
      await ctx.interaction.save(withRecord(state, record));
      return { verificationId: record.id };
    });
  },

  verifyCode: async (ctx, { body }) => {
    const state = ctx.interaction.state();
    const identifier = canonicalIdentifier(body.identifier);
    const key = eventKey(state, `Verification.${codeKinds[identifier.type]}.Submit`);
    return logged(ctx, key, { params: { identifier } }, async () => {
      const record = await verifyCodeOf(ctx, state, { ...body, identifier });
      await ctx.interaction.save(withRecord(state, record));
      return { verificationId: record.id };
    });
  },

  authorizeSocial: async (ctx, { params: { connectorId }, body }) => {
    const state = ctx.interaction.state();
    const key = eventKey(state, 'Verification.Social.Create');
    return logged(ctx, key, { connectorId }, () => askSocial(ctx, state, connectorId, body));
  },

  verifySocial: async (ctx, { params: { connectorId }, body }) => {
    const state = ctx.interaction.state();
    const key = eventKey(state, 'Verification.Social.Submit');
    return logged(ctx, key, { connectorId }, () => verifySocial(ctx, state, connectorId, body));
  },

  ssoConnectors: async (ctx, { query: { email } }) => ({
    connectorIds: (await ssoConnectorsFor(ctx, email)).map(({ id }) => id),
  }),

  authorizeSso: async (ctx, { params: { connectorId }, body }) => {
    const state = ctx.interaction.state();
    const key = eventKey(state, 'Verification.EnterpriseSso.Create');
    return logged(ctx, key, { connectorId }, () => askSso(ctx, state, connectorId, body));
  },

  verifySso: async (ctx, { params: { connectorId }, body }) => {
    const state = ctx.interaction.state();
    const key = eventKey(state, 'Verification.EnterpriseSso.Submit');
    return logged(ctx, key, { connectorId }, () => verifySso(ctx, state, connectorId, body));
  },

  verifyOneTimeToken: async (ctx, { body: { identifier, token } }) => {
    const state = ctx.interaction.state();
    const key = eventKey(state, 'Verification.OneTimeToken.Submit');
    return logged(ctx, key, { params: { identifier } }, async () => {
      const target = { identifier: identifier.value };
      const { context } = await limitAttempts(ctx, { action: 'OneTimeToken', target }, () =>
        useToken(ctx.db, identifier.value, token, ctx.services.clock.now()),
      );
      const record = { id: random.id(), type: 'OneTimeToken' as const, verified: true, identifier, context };
      await ctx.interaction.save(withRecord(state, record));
      return { verificationId: record.id };
    });
  },

  addProfile: async (ctx, { body }) => {
    const state = ctx.interaction.state();
    await logged(ctx, eventKey(state, 'Profile.Create'), { params: { type: body.type } }, async () => {
      await ctx.interaction.save({ ...state, profile: await withField(ctx, state, body) });
    });
  },

  resetPassword: async (ctx, { body: { password } }) => {
    const state = ctx.interaction.state();
    await logged(ctx, eventKey(state, 'Profile.Update'), {}, async () => {
      await ctx.interaction.save({ ...state, profile: await withNewPassword(ctx, state, password) });
    });
  },

  identify: async (ctx, { body }) => {
    const state = ctx.interaction.state();
    const { verificationId } = body;
    const facts = { verificationId };
    await logged(ctx, eventKey(state, 'Identifier.Submit'), facts, async () => {
      if (state.interactionEvent === 'Register') {
        await registerUser(ctx, state, verificationId);
        ctx.answer.status = 201;
      } else {
        await identifyUser(ctx, state, body);
      }
    });
  },

  submit: async (ctx, { body }) => {
    const state = ctx.interaction.state();
    const submit = state.interactionEvent === 'ForgotPassword' ? submitNewPassword : submitSignIn;
    return logged(ctx, eventKey(state, 'Submit'), {}, async () => {
      const redirectTo = ctx.interaction.completed();
      if (redirectTo) return { redirectTo };
      await requireCaptcha(ctx, state);
      return submit(ctx, state, body);
    });
  },

  interaction: ({ interaction }) => publicState(interaction.state()),
});
