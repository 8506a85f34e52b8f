// Connectors: list, set up, change, delete, and try out before they are saved.
import type { AnyConnector } from '@tessera/connectors/connector';
import { type Connector, connectorFactories, connectors } from '@tessera/contract/connectors';
import type { JsonObject } from '@tessera/contract/fields';
import type { Selectable } from 'kysely';
import { safeParse } from 'zod/v4/core';
import type { ConnectorsTable } from '../database/tables.gen.ts';
import type { Context } from '../http/context.ts';
import { notFound, RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { asRequestError } from '../messages/problems.ts';
import { random } from '../random.ts';
import { describeFactory } from './factories.ts';
import {
  forgetTarget,
  forgetTokens,
  newSocialConnector,
  ownFacts,
  refuseSocialFields,
  socialPatch,
} from './social-rules.ts';

type Row = Selectable<ConnectorsTable>;

const asConnector = (row: Row, factory: AnyConnector, languages: readonly string[]): Connector => ({
  ...describeFactory(factory, languages),
  ...ownFacts(row, factory),
  id: row.id,
  connectorId: row.connectorId,
  config: row.config as JsonObject,
  metadata: row.metadata as Connector['metadata'],
  syncProfile: row.syncProfile,
  enableTokenStorage: row.enableTokenStorage,
});

const factoryOf = ({ services }: Context, id: string): AnyConnector => {
  const factory = services.factories.find(id);
  if (!factory) throw new RequestError('connector.not_found_with_connector_id');
  return factory;
};

const checkConfig = (factory: AnyConnector, config: JsonObject) => {
  const result = safeParse(factory.config, config);
  if (result.success) return;
  const details = result.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  throw new RequestError('connector.invalid_config', {
    data: { issues: result.error.issues },
    details: details.join('\n'),
  });
};

const rowOf = async ({ db, services }: Context, id: string): Promise<{ row: Row; factory: AnyConnector }> => {
  const row = await db.selectFrom('connectors').selectAll().where('id', '=', id).executeTakeFirst();
  const factory = row && services.factories.find(row.connectorId);
  if (!row || !factory) throw notFound(id);
  return { row, factory };
};

export const connectorsServed = serve(connectors, {
  list: async ({ db, services, visit }, { query }) => {
    const rows = await db.selectFrom('connectors').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute();
    return rows.flatMap((row) => {
      const factory = services.factories.find(row.connectorId);
      if (!factory || (query.target !== undefined && (row.target ?? factory.target) !== query.target)) return [];
      return [asConnector(row, factory, visit.languages)];
    });
  },

  create: async (ctx, { body }) => {
    const { connectorId, config = {}, id = random.shortId() } = body;
    const factory = factoryOf(ctx, connectorId);
    if (factory.type === 'Social') {
      const social = await newSocialConnector(ctx, factory, body);
      checkConfig(factory, config);
      const row = await ctx.change.insert('connectors', { id, connectorId, config, type: 'Social', ...social });
      return asConnector(row, factory, ctx.visit.languages);
    }
    refuseSocialFields(body);
    checkConfig(factory, config);
    const { type, target } = factory;
    const tx = await ctx.change.transaction();
    const before = await tx.selectFrom('connectors').select('id').where('type', '=', type).forUpdate().execute();
    const row = await ctx.change.insert('connectors', { id, connectorId, config, type, target });
    for (const old of before) await ctx.change.remove('connectors', { id: old.id });
    return asConnector(row, factory, ctx.visit.languages);
  },

  get: async (ctx, { params: { id } }) => {
    const { row, factory } = await rowOf(ctx, id);
    return asConnector(row, factory, ctx.visit.languages);
  },

  update: async (ctx, { params: { id }, body }) => {
    const { row: before, factory } = await rowOf(ctx, id);
    const patch = factory.type === 'Social' ? socialPatch(ctx, before, factory, body) : refuseSocialFields(body);
    if (body.config) checkConfig(factory, body.config);
    const row = await ctx.change.update('connectors', { id }, { config: body.config, ...patch });
    if (!row) throw notFound(id);
    if (body.enableTokenStorage === false) await forgetTokens(ctx, id);
    return asConnector(row, factory, ctx.visit.languages);
  },

  remove: async (ctx, { params: { id } }) => {
    const tx = await ctx.change.transaction();
    const row = await tx
      .selectFrom('connectors')
      .select(['type', 'target'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row || !(await ctx.change.remove('connectors', { id }))) throw notFound(id);
    if (row.type === 'Social' && row.target) await forgetTarget(ctx, row.target);
  },

  authorizationUri: async (ctx, { params: { id }, body: { state, redirectUri } }) => {
    const { row, factory } = await rowOf(ctx, id);
    if (factory.type !== 'Social') throw new RequestError('connector.unexpected_type');
    if (!state || !redirectUri) throw new RequestError('session.insufficient_info');
    const { uri } = await factory
      .authorize({ state, redirectUri }, row.config, ctx.services.messages.tools)
      .catch((error: unknown) => {
        throw asRequestError(error);
      });
    return { redirectTo: uri };
  },

  test: async (ctx, { params: { factoryId }, body }) => {
    const factory = factoryOf(ctx, factoryId);
    if (factory.type === 'Social') throw new RequestError('connector.unexpected_type');
    const to = factory.type === 'Email' ? body.email : body.phone;
    if (to === undefined) throw new RequestError('connector.insufficient_request_parameters');
    checkConfig(factory, body.config);
    const message = { to, type: 'Generic' as const, payload: { code: '000000', locale: body.locale } };
    await factory.send(message, body.config, ctx.services.messages.tools).catch((error: unknown) => {
      throw asRequestError(error);
    });
  },
});

export const connectorFactoriesServed = serve(connectorFactories, {
  list: ({ services, visit }) => services.factories.all.map((factory) => describeFactory(factory, visit.languages)),
  get: (ctx, { params: { id } }) => {
    const factory = ctx.services.factories.find(id);
    if (!factory) throw notFound(id);
    return describeFactory(factory, ctx.visit.languages);
  },
});
