// Message template handlers: the template in effect for each type and language, previews and test messages.
import { composeEmail, composeText } from '@tessera/connectors/message-templates';
import {
  type MessageTemplate,
  type MessageTemplateDetails,
  messageTemplates,
} from '@tessera/contract/message-templates';
import { messageChannels, templateTypesOf } from '@tessera/contract/message-types';
import { findUnknownVariables } from '@tessera/contract/message-variables';
import type { TemplateDetails } from '@tessera/contract/messages';
import { isLanguageTag } from '@tessera/phrases/language-tags';
import type { Context } from '../../context.ts';
import { invalidField, notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { normalizePhone } from '../../user-management/users/phone-number.ts';
import { countMessage } from '../messages/message-limit.ts';
import {
  defaultTemplate,
  isSameTag,
  languagesOf,
  readSetup,
  resolveTemplate,
  type Setup,
} from './effective-template.ts';
import { samplePayload } from './sample-payload.ts';
import { checkDetails, parseKey } from './template-details.ts';

type Key = ReturnType<typeof parseKey>;

const ownTemplates = async ({ db }: Pick<Context, 'db'>, { channel, templateType }: Key) => {
  const rows = await db
    .selectFrom('emailTemplates')
    .select(['languageTag', 'details'])
    .where('channel', '=', channel)
    .where('templateType', '=', templateType)
    .execute();
  return rows.map(({ languageTag, details }) => ({ languageTag, details: details as TemplateDetails }));
};

/** An SMS has no other fields. */
const shownDetails = ({ channel }: Key, details: TemplateDetails): MessageTemplateDetails =>
  channel === 'Sms' ? { content: details.content } : details;

/** The tag as stored, which may differ in case. Unknown languages have no template. */
const storedTag = (own: readonly { languageTag: string }[], { channel, templateType, languageTag }: Key): string => {
  const stored = own.find((one) => isSameTag(one.languageTag, languageTag));
  if (!stored && !isLanguageTag(languageTag)) throw notFound(`${channel}/${templateType}/${languageTag}`);
  return stored?.languageTag ?? languageTag;
};

const effective = async (ctx: Context, key: Key, setup?: Setup): Promise<MessageTemplate> => {
  const { channel, templateType } = key;
  const own = await ownTemplates(ctx, key);
  const languageTag = storedTag(own, key);
  const known = setup ?? (await readSetup(ctx, channel));
  const { tenant, configured, ...origin } = resolveTemplate(known, templateType, languageTag, own);
  const stored = own.find((one) => one.languageTag === languageTag);
  const details = stored?.details ?? tenant?.details ?? configured ?? defaultTemplate(known, templateType, languageTag);
  return { channel, templateType, ...origin, details: shownDetails(key, details) };
};

/** The message of a preview or a test. */
const draftMessage = async (
  ctx: Context,
  body: Key & { details: MessageTemplateDetails; sample?: object | undefined },
) => {
  const { channel, templateType: type, languageTag } = body;
  if (!templateTypesOf(channel).includes(type)) throw invalidField(['templateType'], 'invalid');
  const details = checkDetails(channel, body.details, ['details']);
  const setup = await readSetup(ctx, channel);
  const payload = samplePayload({ setup, type, languageTag }, body.sample);
  return { message: { channel, type, payload }, draft: { languageTag, details } };
};

const statusOf = ({ delivery, ownText }: Setup) => ({ delivery, usesTemplates: ownText !== 'always' });

export default serve(messageTemplates, {
  list: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('emailTemplates')
      .select(['channel', 'templateType', 'languageTag'])
      .orderBy('languageTag')
      .execute();
    const setups = await Promise.all(messageChannels.map((channel) => readSetup(ctx, channel)));
    return setups.flatMap((setup) =>
      templateTypesOf(setup.channel).map((templateType) => {
        const own = rows.filter((row) => row.channel === setup.channel && row.templateType === templateType);
        const languages = languagesOf(setup, templateType, own).map((languageTag) =>
          resolveTemplate(setup, templateType, languageTag, own),
        );
        return { channel: setup.channel, templateType, languages };
      }),
    );
  },

  status: async (ctx) => {
    const [email, sms] = [await readSetup(ctx, 'Email'), await readSetup(ctx, 'Sms')];
    const { magicLinkEnabled } = email.experience;
    return { email: statusOf(email), sms: statusOf(sms), magicLinkEnabled };
  },

  get: (ctx, { params }) => effective(ctx, parseKey(params)),

  replace: async (ctx, { params, body }) => {
    const key = parseKey(params);
    const details = checkDetails(key.channel, body);
    const setup = await readSetup(ctx, key.channel);
    const tx = await ctx.change.transaction();
    const stored = { ...key, languageTag: storedTag(await ownTemplates({ db: tx }, key), key) };
    if (!(await ctx.change.update('emailTemplates', stored, { details }))) {
      await ctx.change.insert('emailTemplates', { ...stored, id: random.id(), details });
    }
    return effective(Object.assign(Object.create(ctx), { db: tx }) as Context, stored, setup);
  },

  remove: async ({ db, change }, { params }) => {
    const key = parseKey(params);
    const stored = { ...key, languageTag: storedTag(await ownTemplates({ db }, key), key) };
    if (!(await change.remove('emailTemplates', stored))) throw notFound(Object.values(key).join('/'));
  },

  preview: async (ctx, { body }) => {
    const { message, draft } = await draftMessage(ctx, body);
    const prepared = await ctx.services.messages.prepare(ctx, { ...message, to: '' }, draft);
    const { subject, html, text, replyTo, sendFrom } =
      message.channel === 'Email'
        ? composeEmail(prepared)
        : {
            ...{ subject: undefined, html: undefined, replyTo: undefined, sendFrom: undefined },
            text: composeText(prepared),
          };
    const fields = ['subject', 'content', 'replyTo', 'sendFrom'] as const;
    return {
      subject: subject ?? null,
      html: html ?? null,
      text: text ?? '',
      replyTo: replyTo ?? null,
      sendFrom: sendFrom ?? null,
      unknownVariables: fields.flatMap((field) =>
        findUnknownVariables(draft.details[field] ?? '', message).map(({ name, line, suggestion = null }) => ({
          ...{ field, name, line, suggestion },
        })),
      ),
    };
  },

  test: async (ctx, { body }) => {
    const { message, draft } = await draftMessage(ctx, body);
    const typed = message.channel === 'Email' ? body.email : body.phone;
    if (typed === undefined) throw new RequestError('connector.insufficient_request_parameters');
    const to = message.channel === 'Email' ? typed : normalizePhone(typed);
    if (!to) throw invalidField(['phone'], 'rules.phone');
    await countMessage(ctx, to);
    await ctx.services.messages.testTemplate(ctx, { ...message, to }, draft);
  },
});
