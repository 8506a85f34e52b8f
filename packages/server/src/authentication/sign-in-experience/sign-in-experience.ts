// Sign-in experience handlers.
import { type SignInExperience, signInExperiences } from '@tessera/contract/sign-in-experience';
import { languages } from '@tessera/phrases/languages';
import type { Context } from '../../context.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { checkMfa } from './check-mfa.ts';
import { checkPlan } from './check-plan.ts';
import { checkRules } from './check-rules.ts';
import { checkWayIn } from './check-way-in.ts';
import { checkMarkup } from './tenant-markup.ts';

/** Reads the stored settings, since the sign-in pages' cache may be a moment old. */
const stored = async ({ db }: Pick<Context, 'db'>): Promise<SignInExperience> =>
  (await db.selectFrom('signInExperiences').selectAll().executeTakeFirstOrThrow()) as unknown as SignInExperience;

type Blocklist = SignInExperience['emailBlocklistPolicy'];
const withoutDoubles = ({ customBlocklist, ...rest }: Blocklist): Blocklist => ({
  ...rest,
  ...(customBlocklist && { customBlocklist: [...new Set(customBlocklist)] }),
});

/** Targets without a connector are dropped. */
const knownTargets = async ({ db }: Pick<Context, 'db'>, targets: readonly string[]): Promise<string[]> => {
  const rows = await db.selectFrom('connectors').select('target').where('type', '=', 'Social').execute();
  return [...new Set(targets)].filter((target) => rows.some((row) => row.target === target));
};

/** Built-in languages, and those the tenant has added. */
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
    await checkMarkup(ctx, sent, async () => before);
    await checkRules(ctx, { ...before, ...sent }, sent);
    await checkWayIn(ctx, { ...before, ...sent }, sent);
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
