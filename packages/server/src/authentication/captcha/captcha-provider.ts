// The CAPTCHA provider in the Management API. Its secret is write-only.
import { type CaptchaConfig, type CaptchaProvider, captchaProviders } from '@tessera/contract/captcha-provider';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { keepStored } from '../../infrastructure/http/stored-secrets.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';

/** Keeps the stored secret if only its mask was sent, for the same provider. */
const completed = async ({ change }: Context, config: CaptchaConfig): Promise<CaptchaConfig> => {
  const tx = await change.transaction();
  const row = await tx.selectFrom('captchaProviders').select('config').forUpdate().executeTakeFirst();
  const stored = row?.config as CaptchaConfig | undefined;
  const kept = stored?.type === config.type ? stored.secretKey : undefined;
  return { ...config, secretKey: keepStored(config.secretKey, kept, ['config', 'secretKey']) };
};

export default serve(captchaProviders, {
  get: async ({ db }) => {
    const row = await db.selectFrom('captchaProviders').selectAll().executeTakeFirst();
    if (!row) throw new RequestError('entity.not_found');
    return row as CaptchaProvider;
  },

  replace: async (ctx, { body }) => {
    const config = await completed(ctx, body.config);
    const tx = await ctx.change.transaction();
    const known = await tx.selectFrom('captchaProviders').select('id').executeTakeFirst();
    const id = known?.id ?? random.id();
    const row =
      (await ctx.change.update('captchaProviders', { id }, { config })) ??
      (await ctx.change.insert('captchaProviders', { id, config }));
    return row as CaptchaProvider;
  },

  /** Removing the provider also disables CAPTCHA. */
  remove: async ({ change }) => {
    const tx = await change.transaction();
    const known = await tx.selectFrom('captchaProviders').select('id').executeTakeFirst();
    if (!known || !(await change.remove('captchaProviders', { id: known.id }))) {
      throw new RequestError('entity.not_found');
    }
    await change.update('signInExperiences', { id: 'default' }, { captchaPolicy: { enabled: false } });
  },
});
