// The captcha provider as administrators keep it. Its secret goes in and never comes out again.
import {
  type CaptchaConfig,
  type CaptchaProvider,
  captchaProviders,
  keyMask,
} from '@tessera/contract/captcha-provider';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { random } from '../random.ts';

const masked = (row: object): CaptchaProvider => {
  const provider = row as CaptchaProvider;
  return { ...provider, config: { ...provider.config, secretKey: keyMask } };
};

/** The stored secret stays where only its mask came back, as long as it is for the same provider. */
const completed = async ({ change }: Context, config: CaptchaConfig): Promise<CaptchaConfig> => {
  if (config.secretKey !== keyMask) return config;
  const tx = await change.transaction();
  const row = await tx.selectFrom('captchaProviders').select('config').forUpdate().executeTakeFirst();
  const stored = row?.config as CaptchaConfig | undefined;
  if (stored?.type !== config.type) throw new RequestError('guard.invalid_input', { details: 'config.secretKey' });
  return { ...config, secretKey: stored.secretKey };
};

export default serve(captchaProviders, {
  get: async ({ db }) => {
    const row = await db.selectFrom('captchaProviders').selectAll().executeTakeFirst();
    if (!row) throw new RequestError('entity.not_found');
    return masked(row);
  },

  replace: async (ctx, { body }) => {
    const config = await completed(ctx, body.config);
    const tx = await ctx.change.transaction();
    const known = await tx.selectFrom('captchaProviders').select('id').executeTakeFirst();
    const id = known?.id ?? random.id();
    const row =
      (await ctx.change.update('captchaProviders', { id }, { config })) ??
      (await ctx.change.insert('captchaProviders', { id, config }));
    return masked(row);
  },

  /** Without a provider nobody can be asked any more. */
  remove: async ({ change }) => {
    const tx = await change.transaction();
    const known = await tx.selectFrom('captchaProviders').select('id').executeTakeFirst();
    if (!known || !(await change.remove('captchaProviders', { id: known.id }))) {
      throw new RequestError('entity.not_found');
    }
    await change.update('signInExperiences', { id: 'default' }, { captchaPolicy: { enabled: false } });
  },
});
