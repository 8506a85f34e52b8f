// MFA steps of a sign-in or registration.

import type { InteractionStep } from '@tessera/contract/audit-log-keys';
import { experienceMfa } from '@tessera/contract/experience-mfa';
import type { ContextFor } from '../../context.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { newBackupCodes } from '../mfa/backup-codes.ts';
import { authenticationOptions, registrationOptions } from '../mfa/passkeys.ts';
import { shownTotpSecret } from '../mfa/totp.ts';
import { withBoundFactor, withSkipped } from './bind-factor.ts';
import { senderTo } from './code-verification.ts';
import type { FactorRecord, PasskeyRecord, TotpRecord } from './factor-records.ts';
import type { ExperienceState } from './interaction.ts';
import { storeChallenge } from './passkey-challenges.ts';
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

/** Creates and stores a record. */
const recorded = async (
  ctx: Ctx,
  { type, part }: Step,
  make: (state: ExperienceState, note: (facts: object) => void) => Promise<FactorRecord> | FactorRecord,
): Promise<{ verificationId: string }> => {
  const state = ctx.interaction.state();
  return logged(ctx, eventKey(state, `Verification.${type}.${part}`), {}, async (note) => {
    const record = await make(state, note);
    await ctx.interaction.save(withRecord(state, record));
    return { verificationId: record.id };
  });
};

/** Starts a passkey ceremony and stores its challenge. */
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
    await storeChallenge(ctx, purpose, options.challenge);
    await ctx.interaction.save(withRecord(state, record));
    return { verificationId: record.id, options };
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

/** The app being set up in this interaction, until a code was accepted. */
const pendingTotp = ({ verificationRecords }: ExperienceState, userId: string): TotpRecord | undefined =>
  verificationRecords.find(
    (record): record is TotpRecord =>
      record.type === 'Totp' && record.secret !== undefined && !record.verified && record.userId === userId,
  );

const addressType = (type: 'email' | 'phone' | 'Email' | 'Phone') => type.toLowerCase() as 'email' | 'phone';

export default serve(experienceMfa, {
  sendCode: (ctx, { body }) => {
    const type = addressType(body.identifierType);
    return recorded(ctx, { type: codeRecordType(type), part: 'Create' }, async (state, note) => {
      note(await senderTo(ctx, type));
      return sendFactorCode(ctx, state, type);
    });
  },
  verifyCode: (ctx, { body }) => {
    const type = addressType(body.identifierType);
    return recorded(ctx, { type: codeRecordType(type), part: 'Submit' }, (state) =>
      showFactorCode(ctx, state, type, body),
    );
  },

  createTotpSecret: async (ctx) => {
    const state = ctx.interaction.state();
    const owner = await identifiedOwner(ctx, state);
    // A reloaded page shows the same secret, which may be in the user's app already.
    const pending = pendingTotp(state, owner.id);
    const shown = shownTotpSecret(ctx, owner, pending?.secret);
    const { verificationId } = await recorded(ctx, { type: 'Totp', part: 'Create' }, () => ({
      ...{ id: pending?.id ?? random.id(), type: 'Totp', verified: false, userId: owner.id, secret: shown.secret },
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
  verifyPasskeyRegistration: (ctx, { body }) =>
    recorded(ctx, { type: 'WebAuthn', part: 'Submit' }, (state) => tryPasskey(ctx, state, body)),
  startPasskey: async (ctx) => {
    const { verificationId, options } = await asked(ctx, 'authentication', async (state) =>
      authenticationOptions(ctx, await identifiedOwner(ctx, state)),
    );
    return { verificationId, authenticationOptions: options };
  },
  verifyPasskey: (ctx, { body }) =>
    recorded(ctx, { type: 'WebAuthn', part: 'Submit' }, (state, note) =>
      showPasskey(ctx, state, body, (doubt) => note({ doubt })),
    ),

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
