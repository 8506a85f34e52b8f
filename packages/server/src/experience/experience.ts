// The steps of a sign-in or registration. Nothing is written about a person before the step that needs it, and every
// rule is asked again at submission, whatever order the steps came in.
import { experience } from '@tessera/contract/experience';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { verifyCaptchaToken } from '../captcha/verify-token.ts';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { useToken } from '../one-time-tokens/tokens.ts';
import { random } from '../random.ts';
import { guarded } from '../sentinel/sentinel.ts';
import { ssoConnectorsFor } from '../sso-connectors/find.ts';
import { sendCodeOf, verifyCodeOf } from './code-verification.ts';
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
import { withRecord } from './verifications.ts';

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
      await checkEventAllowed(ctx, interactionEvent, state);
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
    const facts = { params: { identifier: body.identifier } };
    return logged(ctx, eventKey(state, 'Verification.Password.Submit'), facts, async (note) => {
      const record = await guarded(ctx, { action: 'Password', target: body.identifier.value }, () =>
        verifyPassword(ctx, body.identifier, body.password, (userId) => note({ userId })),
      );
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
        ...(await hashNewPassword(password)),
      };
      await ctx.interaction.save(withRecord(state, record));
      return { verificationId: record.id };
    });
  },

  sendCode: async (ctx, { body: { identifier, interactionEvent } }) => {
    const state = ctx.interaction.state();
    const key = eventKey(state, `Verification.${codeKinds[identifier.type]}.Create`);
    return logged(ctx, key, { params: { identifier, interactionEvent } }, async () => {
      if (!state.userId) await requireCaptcha(ctx, state);
      const record = await sendCodeOf(ctx, state, identifier, interactionEvent);
      await ctx.interaction.save(withRecord(state, record));
      return { verificationId: record.id };
    });
  },

  verifyCode: async (ctx, { body }) => {
    const state = ctx.interaction.state();
    const key = eventKey(state, `Verification.${codeKinds[body.identifier.type]}.Submit`);
    return logged(ctx, key, { params: { identifier: body.identifier } }, async () => {
      const record = await verifyCodeOf(ctx, state, body);
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
      const { context } = await guarded(ctx, { action: 'OneTimeToken', target: identifier.value }, () =>
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

  submit: async (ctx) => {
    const state = ctx.interaction.state();
    const submit = state.interactionEvent === 'ForgotPassword' ? submitNewPassword : submitSignIn;
    return logged(ctx, eventKey(state, 'Submit'), {}, async () => {
      await requireCaptcha(ctx, state);
      return submit(ctx, state);
    });
  },

  interaction: ({ interaction }) => publicState(interaction.state()),
});
