// Custom phrase handlers.
import { type CustomPhrase, customPhrases } from '@tessera/contract/custom-phrases';
import account from '@tessera/phrases/en/account.json' with { type: 'json' };
import signIn from '@tessera/phrases/en/sign-in.json' with { type: 'json' };
import { isLanguageTag } from '@tessera/phrases/language-tags';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { checkedTranslation } from './translation.ts';

const asPhrase = (row: object) => row as CustomPhrase;

export default serve(customPhrases, {
  list: async ({ db }) =>
    (await db.selectFrom('customPhrases').selectAll().orderBy('languageTag').execute()).map(asPhrase),

  get: async ({ db }, { params: { languageTag } }) => {
    const row = await db
      .selectFrom('customPhrases')
      .selectAll()
      .where('languageTag', '=', languageTag)
      .executeTakeFirst();
    if (!row) throw notFound(languageTag);
    return asPhrase(row);
  },

  replace: async ({ change }, { params: { languageTag }, body }) => {
    if (!isLanguageTag(languageTag)) throw new RequestError('guard.invalid_input', { details: 'languageTag' });
    const translation = checkedTranslation(body, { ...signIn, account });
    const row =
      (await change.update('customPhrases', { languageTag }, { translation })) ??
      (await change.insert('customPhrases', { id: random.id(), languageTag, translation }));
    return asPhrase(row);
  },

  remove: async ({ change }, { params: { languageTag } }) => {
    const tx = await change.transaction();
    // Locked, so that it cannot become the default concurrently.
    const { languageInfo } = await tx
      .selectFrom('signInExperiences')
      .select('languageInfo')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if ((languageInfo as { fallbackLanguage?: string }).fallbackLanguage === languageTag) {
      throw new RequestError('localization.cannot_delete_default_language');
    }
    if (!(await change.remove('customPhrases', { languageTag }))) throw notFound(languageTag);
  },
});
