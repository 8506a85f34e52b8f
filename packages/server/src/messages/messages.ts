// Sending messages: by the tenant's connector, into its mailbox while it has none, or by the operator for the console.
import type { ConnectorTools, Message, MessagePayload } from '@tessera/connectors/connector';
import type { TemplateDetails, TemplateType } from '@tessera/contract/messages';
import { messageText } from '@tessera/phrases/messages';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { random } from '../random.ts';
import type { Services } from '../services.ts';
import { sendByOperator } from './operator-mail.ts';
import { asRequestError } from './problems.ts';
import type { Channel, Ways } from './ways.ts';

export type NewMessage = { channel: Channel; to: string; type: TemplateType; payload: MessagePayload };

export type Messages = ReturnType<typeof createMessages>;

type Parts = Pick<Services, 'factories' | 'outbound' | 'print' | 'settings' | 'signInExperiences'> & { ways: Ways };

export const createMessages = (parts: Parts) => {
  const { factories, outbound, ways } = parts;
  const tools: ConnectorTools = { fetch: outbound.fetch, resolve: outbound.resolve };

  /** The tenant's own words in the first language there are any in. */
  const templateOf = async (ctx: Context, type: TemplateType, languages: string[]): Promise<Message['template']> => {
    const rows = await ctx.db
      .selectFrom('emailTemplates')
      .select(['languageTag', 'details'])
      .where('templateType', '=', type)
      .where('languageTag', 'in', languages)
      .execute();
    const found = languages.flatMap((language) => rows.filter(({ languageTag }) => languageTag === language))[0];
    return found?.details as TemplateDetails | undefined;
  };

  const languagesOf = async (ctx: Context, payload: MessagePayload): Promise<string[]> => {
    const { languageInfo } = await parts.signInExperiences.of(ctx.tenantId);
    const asked = typeof payload.uiLocales === 'string' ? payload.uiLocales.split(/[ ,]+/) : [];
    const [locale] = ctx.visit.languages;
    return [...asked, ...(locale && languageInfo.autoDetect ? [locale] : []), languageInfo.fallbackLanguage];
  };

  const textOf = ({ type, payload }: NewMessage, part: 'subject' | 'content', languages: string[]) => {
    const { organization } = payload as { organization?: { name?: string } };
    const values = { code: payload.code ?? '', link: payload.link ?? '', organization: organization?.name ?? '' };
    return messageText(type, part, languages, values);
  };

  const keep = async (ctx: Context, message: NewMessage, languages: string[]) => {
    const { channel, to, type, payload } = message;
    await ctx.db
      .insertInto('mailboxMessages')
      .values({
        id: random.id(),
        channel,
        recipient: to,
        templateType: type,
        subject: channel === 'Email' ? textOf(message, 'subject', languages) : null,
        content: textOf(message, 'content', languages),
        payload: JSON.stringify(payload),
      })
      .execute();
  };

  return {
    tools,
    /** Whether people of the tenant can be reached this way. */
    canSend: async (tenantId: string, channel: Channel): Promise<boolean> =>
      (await ways.of(tenantId, channel)) !== undefined,
    usesMailbox: async (tenantId: string, channel: Channel): Promise<boolean> =>
      (await ways.of(tenantId, channel))?.by === 'mailbox',
    send: async (ctx: Context, message: NewMessage): Promise<void> => {
      const way = await ways.of(ctx.tenantId, message.channel);
      if (!way) throw new RequestError('connector.not_found');
      const languages = await languagesOf(ctx, message.payload);
      if (way.by === 'mailbox') return keep(ctx, message, languages);
      const [subject, content] = [textOf(message, 'subject', languages), textOf(message, 'content', languages)];
      if (way.by === 'operator') return sendByOperator(parts, { to: message.to, subject, content });
      const factory = factories.find(way.connectorId);
      const template = message.channel === 'Email' ? await templateOf(ctx, message.type, languages) : undefined;
      const { to, type, payload } = message;
      const sent = { to, type, payload: { ...payload, locale: languages[0] }, ...(template && { template }) };
      if (!factory || factory.type === 'Social') throw new RequestError('connector.not_found');
      await factory.send(sent, way.config, tools).catch((error: unknown) => {
        ctx.log.warn({ err: error, type }, 'a message could not be sent');
        throw asRequestError(error);
      });
    },
  };
};
