// The sign-in experience as administrators read and change it.
import { type SignInExperience, signInExperiences } from '@tessera/contract/sign-in-experience';
import { languages } from '@tessera/phrases/languages';
import type { Context } from '../http/context.ts';
import { notFound, RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { checkMfa } from './check-mfa.ts';
import { checkPlan } from './check-plan.ts';
import { checkRules } from './check-rules.ts';

/** As it is stored: what the sign-in pages use may be a moment old. */
const stored = async ({ db }: Pick<Context, 'db'>): Promise<SignInExperience> =>
  (await db.selectFrom('signInExperiences').selectAll().executeTakeFirstOrThrow()) as unknown as SignInExperience;

type Blocklist = SignInExperience['emailBlocklistPolicy'];
const withoutDoubles = ({ customBlocklist, ...rest }: Blocklist): Blocklist => ({
  ...rest,
  ...(customBlocklist && { customBlocklist: [...new Set(customBlocklist)] }),
});

/** What no connector brings cannot be offered. */
const knownTargets = async ({ db }: Pick<Context, 'db'>, targets: readonly string[]): Promise<string[]> => {
  const rows = await db.selectFrom('connectors').select('target').where('type', '=', 'Social').execute();
  return [...new Set(targets)].filter((target) => rows.some((row) => row.target === target));
};

/** Ours, and those that the tenant has added. */
const isSpoken = async ({ db }: Pick<Context, 'db'>, language: string): Promise<boolean> => {
  if (languages.some(({ tag }) => tag === language)) return true;
  const row = await db.selectFrom('customPhrases').select('id').where('languageTag', '=', language).executeTakeFirst();
  return row !== undefined;
};

const refuseUnknownPages = async ({ services, tenantId }: Context, id: string | undefined) => {
  if (id !== undefined && !(await services.customUi.filesOf(tenantId, id))) throw notFound(id);
};

const sentOf = (body: object): Partial<SignInExperience> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

export default serve(signInExperiences, {
  get: stored,
  update: async (ctx, { body }) => {
    const before = await stored(ctx);
    const sent = sentOf(body);
    await checkRules(ctx, { ...before, ...sent }, sent);
    if (sent.mfa) await checkMfa(ctx, { ...before, ...sent });
    await checkPlan(ctx, before, sent);
    const language = body.languageInfo?.fallbackLanguage;
    if (language !== undefined && !(await isSpoken(ctx, language))) {
      throw new RequestError('sign_in_experiences.unsupported_default_language');
    }
    await refuseUnknownPages(ctx, body.customUiAssets?.id);
    const { emailBlocklistPolicy: blocklist, socialSignInConnectorTargets: targets } = body;
    const row = await ctx.change.update(
      'signInExperiences',
      { id: 'default' },
      {
        ...body,
        ...(blocklist && { emailBlocklistPolicy: withoutDoubles(blocklist) }),
        ...(targets && { socialSignInConnectorTargets: await knownTargets(ctx, targets) }),
      },
    );
    return { ...before, ...(row as unknown as SignInExperience) };
  },
});
