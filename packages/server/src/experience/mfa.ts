// The steps of a sign-in or registration that are about second factors.
import { experienceMfa } from '@tessera/contract/experience-mfa';
import type { InteractionStep } from '@tessera/contract/log-keys';
import type { ContextFor } from '../http/context.ts';
import { serve } from '../http/serve.ts';
import { newBackupCodes } from '../mfa/backup-codes.ts';
import { authenticationOptions, registrationOptions } from '../mfa/passkeys.ts';
import { shownTotpSecret } from '../mfa/totp.ts';
import { random } from '../random.ts';
import { withBoundFactor, withSkipped } from './bind-factor.ts';
import type { FactorRecord, PasskeyRecord } from './factor-records.ts';
import type { ExperienceState } from './interaction.ts';
import { identifiedOwner } from './second-factors.ts';
import {
  codeRecordType,
  sendFactorCode,
  showBackupCode,
  showFactorCode,
  showPasskey,
  showTotp,
  tryPasskey,
  tryTotp,
} from './show-factor.ts';
import { eventKey, logged } from './step-log.ts';
import { withRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;
type Step = { type: FactorRecord['type']; part: 'Create' | 'Submit' };

/** Makes a record and keeps it. */
const recorded = async (
  ctx: Ctx,
  { type, part }: Step,
  make: (state: ExperienceState) => Promise<FactorRecord> | FactorRecord,
): Promise<{ verificationId: string }> => {
  const state = ctx.interaction.state();
  return logged(ctx, eventKey(state, `Verification.${type}.${part}`), {}, async () => {
    const record = await make(state);
    await ctx.interaction.save(withRecord(state, record));
    return { verificationId: record.id };
  });
};

/** Asks a passkey something, and keeps the question for when the answer comes. */
const asked = async <T extends { challenge: string }>(
  ctx: Ctx,
  purpose: PasskeyRecord['purpose'],
  ask: (state: ExperienceState) => Promise<T>,
): Promise<{ verificationId: string; options: T }> => {
  const state = ctx.interaction.state();
  return logged(ctx, eventKey(state, 'Verification.WebAuthn.Create'), {}, async () => {
    const options = await ask(state);
    const { id: userId } = await identifiedOwner(ctx, state);
    const record: PasskeyRecord = { id: random.id(), type: 'WebAuthn', verified: false, userId, purpose };
    await ctx.interaction.save({ ...withRecord(state, record), challenge: options.challenge });
    return { verificationId: record.id, options };
  });
};

/** The question is answered; what is kept from here on does not know it any more. */
const answered = ({ challenge: _, ...state }: ExperienceState): ExperienceState => state;
const passkeyStep = async (ctx: Ctx, answer: (state: ExperienceState) => Promise<PasskeyRecord>) => {
  const state = ctx.interaction.state();
  return logged(ctx, eventKey(state, 'Verification.WebAuthn.Submit'), {}, async () => {
    const record = await answer(state);
    await ctx.interaction.save(withRecord(answered(state), record));
    return { verificationId: record.id };
  });
};

const changed = async (
  ctx: Ctx,
  step: InteractionStep,
  next: (state: ExperienceState) => Promise<ExperienceState>,
): Promise<void> => {
  const state = ctx.interaction.state();
  await logged(ctx, eventKey(state, step), {}, async () => {
    await ctx.interaction.save(await next(state));
  });
};

const addressType = (type: 'email' | 'phone' | 'Email' | 'Phone') => type.toLowerCase() as 'email' | 'phone';

export default serve(experienceMfa, {
  sendCode: (ctx, { body }) => {
    const type = addressType(body.identifierType);
    return recorded(ctx, { type: codeRecordType(type), part: 'Create' }, (state) => sendFactorCode(ctx, state, type));
  },
  verifyCode: (ctx, { body }) => {
    const type = addressType(body.identifierType);
    return recorded(ctx, { type: codeRecordType(type), part: 'Submit' }, (state) =>
      showFactorCode(ctx, state, type, body),
    );
  },

  createTotpSecret: async (ctx) => {
    const owner = await identifiedOwner(ctx, ctx.interaction.state());
    const shown = shownTotpSecret(ctx, owner);
    const { verificationId } = await recorded(ctx, { type: 'Totp', part: 'Create' }, () => ({
      ...{ id: random.id(), type: 'Totp', verified: false, userId: owner.id, secret: shown.secret },
    }));
    return { verificationId, ...shown };
  },
  verifyTotp: (ctx, { body: { code, verificationId } }) =>
    recorded(ctx, { type: 'Totp', part: 'Submit' }, (state) =>
      verificationId === undefined ? showTotp(ctx, state, code) : tryTotp(ctx, state, verificationId, code),
    ),

  startPasskeyRegistration: async (ctx) => {
    const { verificationId, options } = await asked(ctx, 'registration', async (state) =>
      registrationOptions(ctx, await identifiedOwner(ctx, state)),
    );
    return { verificationId, registrationOptions: options };
  },
  verifyPasskeyRegistration: (ctx, { body }) => passkeyStep(ctx, (state) => tryPasskey(ctx, state, body)),
  startPasskey: async (ctx) => {
    const { verificationId, options } = await asked(ctx, 'authentication', async (state) =>
      authenticationOptions(ctx, await identifiedOwner(ctx, state)),
    );
    return { verificationId, authenticationOptions: options };
  },
  verifyPasskey: (ctx, { body }) => passkeyStep(ctx, (state) => showPasskey(ctx, state, body)),

  generateBackupCodes: async (ctx) => {
    const codes = newBackupCodes();
    const verification = await recorded(ctx, { type: 'BackupCode', part: 'Create' }, async (state) => {
      const { id: userId } = await identifiedOwner(ctx, state);
      return { id: random.id(), type: 'BackupCode', verified: false, userId, codes };
    });
    return { ...verification, codes };
  },
  verifyBackupCode: (ctx, { body: { code } }) =>
    recorded(ctx, { type: 'BackupCode', part: 'Submit' }, (state) => showBackupCode(ctx, state, code)),

  bind: (ctx, { body }) => changed(ctx, `BindMfa.${body.type}.Submit`, (state) => withBoundFactor(ctx, state, body)),
  skip: (ctx) => changed(ctx, 'Mfa.Skip.Submit', (state) => withSkipped(ctx, state, 'skipped')),
  skipSuggestion: (ctx) =>
    changed(ctx, 'Mfa.SkipSuggestion.Submit', (state) => withSkipped(ctx, state, 'suggestionSkipped')),
});
