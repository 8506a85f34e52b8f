// Sends messages: through the tenant's connector, to its mailbox if it has none, or by the operator for the console.
import type { AnyConnector, ConnectorTools, Message, MessagePayload } from '@tessera/connectors/connector';
import { composeEmail, composeFor } from '@tessera/connectors/message-templates';
import type { LogKey } from '@tessera/contract/audit-log-keys';
import type { TemplateType } from '@tessera/contract/messages';
import type { Clock } from '../../clock.ts';
import type { Audit } from '../../infrastructure/audit/audit.ts';
import type { RequestContext } from '../../infrastructure/http/context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';
import { random } from '../../random.ts';
import type { Settings } from '../../settings.ts';
import { confidentialValues, parseConfig } from '../connectors/config.ts';
import type { Factories } from '../connectors/factories.ts';
import { createApplicationTokens } from '../connectors/kept-application-tokens.ts';
import { createKeySets } from '../connectors/kept-key-sets.ts';
import type { SignInExperiences } from '../sign-in-experience/cached-sign-in-experiences.ts';
import { defaultContent } from './default-content.ts';
import type { Channel, DeliveryChannels } from './delivery-channels.ts';
import { messageLanguages } from './languages.ts';
import { sendByOperator } from './operator-mail.ts';
import { asRequestError, failureOf } from './problems.ts';
import { findTenantTemplate, type TenantTemplate, withDirection } from './tenant-templates.ts';

export type NewMessage = { channel: Channel; to: string; type: TemplateType; payload: MessagePayload };

export type Messages = ReturnType<typeof createMessages>;

const mailPorts = [25, 465, 587, 2465, 2525, 2587];

type Options = {
  audit: Pick<Audit, 'connectorUsed'>;
  clock: Clock;
  factories: Factories;
  outbound: Outbound;
  print: (line: string) => void;
  settings: Settings;
  signInExperiences: SignInExperiences;
  deliveryChannels: DeliveryChannels;
};

export const createMessages = (parts: Options) => {
  const { audit, factories, outbound, deliveryChannels, settings } = parts;
  const tools: ConnectorTools = {
    fetch: outbound.fetch,
    connectToMailServer: (host, port, timeoutMs) => outbound.connect({ host, port, ports: mailPorts, timeoutMs }),
    keySets: createKeySets(parts.clock),
    applicationTokens: createApplicationTokens(parts.clock),
    now: () => parts.clock.now(),
    random: random.tokenId,
    ...(settings.smtpUrl && { sendByOperator: (mail) => sendByOperator(parts, mail) }),
  };

  /** The message with everything a connector needs to compose it. `draft`: a template that may not be stored. */
  const prepare = async (ctx: RequestContext, message: NewMessage, draft?: TenantTemplate): Promise<Message> => {
    const { channel, to, type, payload } = message;
    const experience = await parts.signInExperiences.of(ctx.tenantId);
    const { languageInfo } = experience;
    const languages = messageLanguages(payload, { languageInfo, detected: ctx.visit.languages });
    const template = draft ?? (await findTenantTemplate(ctx, channel, type, languages));
    return {
      ...{ to, type, languages, payload: { ...payload, locale: languages[0] } },
      ...(template && { template: withDirection(template) }),
      defaultContent: (look) => defaultContent(message, languages, experience, look),
    };
  };

  const keep = async (ctx: RequestContext, { channel, payload }: NewMessage, message: Message) => {
    const { to, type } = message;
    const { subject, html, text = '' } = composeEmail(message);
    await ctx.db
      .insertInto('mailboxMessages')
      .values({
        id: random.id(),
        channel,
        recipient: to,
        templateType: type,
        subject: channel === 'Email' ? subject : null,
        ...(html ? { content: html, contentType: 'text/html' } : { content: text, contentType: 'text/plain' }),
        payload: JSON.stringify(payload),
      })
      .execute();
  };

  /** Sends through a connector. Failures and tests are in the audit log, with the connector and the provider's reason. */
  const deliver = async (
    ctx: RequestContext,
    key: LogKey & `Message.${string}`,
    factory: AnyConnector | undefined,
    config: object,
    message: NewMessage,
    draft?: TenantTemplate,
  ): Promise<void> => {
    if (!factory || factory.type === 'Social') throw new RequestError('connector.not_found');
    const { channel, to, type, payload } = message;
    const facts = { connectorId: factory.id, channel, templateType: type, recipient: to };
    try {
      const prepared = await prepare(ctx, message, draft);
      await factory.send(prepared, parseConfig(factory, config), { ...tools, compose: composeFor(factory.type) });
    } catch (cause) {
      const error = asRequestError(cause, [payload.code, payload.link, ...confidentialValues(factory, config)]);
      ctx.log.warn({ err: cause, type, connectorId: factory.id }, 'a message could not be sent');
      if (error instanceof RequestError) {
        const { code, extras } = error;
        ctx.audit(key, { result: 'Error', ...facts, error: { code, message: extras.reason } });
      }
      throw error;
    }
    if (key === 'Message.Test') ctx.audit(key, { result: 'Success', actor: ctx.actor, ...facts });
  };

  return {
    tools,
    /** Sends with a configuration that may not be stored yet. */
    test: (ctx: RequestContext, factory: AnyConnector, config: object, message: NewMessage): Promise<void> =>
      deliver(ctx, 'Message.Test', factory, config, message),
    prepare,
    deliveryOf: deliveryChannels.of,
    /** Sends with a template that may not be stored yet. */
    testTemplate: async (ctx: RequestContext, message: NewMessage, draft: TenantTemplate): Promise<void> => {
      const way = await deliveryChannels.of(ctx.tenantId, message.channel);
      if (way?.by === 'mailbox') return keep(ctx, message, await prepare(ctx, message, draft));
      // The operator's messages have no templates.
      if (way?.by !== 'connector') throw new RequestError('connector.not_found');
      await deliver(ctx, 'Message.Test', factories.find(way.connectorId), way.config, message, draft);
    },
    /** The connector that sends on this channel, as the audit log names it. */
    senderOf: async (tenantId: string, channel: Channel): Promise<{ connectorId?: string }> => {
      const way = await deliveryChannels.of(tenantId, channel);
      return way?.by === 'connector' ? { connectorId: way.connectorId } : {};
    },
    /** Whether the tenant can send messages on this channel. */
    canSend: async (tenantId: string, channel: Channel): Promise<boolean> =>
      (await deliveryChannels.of(tenantId, channel)) !== undefined,
    usesMailbox: async (tenantId: string, channel: Channel): Promise<boolean> =>
      (await deliveryChannels.of(tenantId, channel))?.by === 'mailbox',
    send: async (ctx: RequestContext, message: NewMessage): Promise<void> => {
      const way = await deliveryChannels.of(ctx.tenantId, message.channel);
      if (!way) throw new RequestError('connector.not_found');
      if (way.by === 'connector') {
        const factory = factories.find(way.connectorId);
        return deliver(ctx, 'Message.Send', factory, way.config, message).then(
          () => audit.connectorUsed(ctx.tenantId, way.id),
          (error: unknown) => {
            audit.connectorUsed(ctx.tenantId, way.id, failureOf(error));
            throw error;
          },
        );
      }
      const prepared = await prepare(ctx, message);
      if (way.by === 'mailbox') return keep(ctx, message, prepared);
      await sendByOperator(parts, { to: message.to, ...prepared.defaultContent() });
    },
  };
};
