// What people decide about their second factors.
import type { ContextFor } from '../http/context.ts';
import { changeOwn, lockedRow, ownRow } from './own-row.ts';
import { requireEditable, requireFactorScope, requireVerified, requireVisible } from './permissions.ts';

type Ctx = ContextFor<'account'>;
type Settings = { skipMfaOnSignIn?: boolean };

export const mfaHandlers = {
  mfaSettings: async (ctx: Ctx) => {
    requireVisible(ctx, 'mfa');
    requireFactorScope(ctx);
    const { skipMfaOnSignIn = false } = (await ownRow(ctx)).mfaSettings as Settings;
    return { skipMfaOnSignIn };
  },
  updateMfaSettings: async (ctx: Ctx, { body: { skipMfaOnSignIn } }: { body: { skipMfaOnSignIn: boolean } }) => {
    await requireVerified(ctx);
    requireEditable(ctx, 'mfa');
    requireFactorScope(ctx);
    const { mfaSettings } = await lockedRow(ctx);
    await changeOwn(ctx, { mfaSettings: { ...mfaSettings, skipMfaOnSignIn } });
    return { skipMfaOnSignIn };
  },
};
