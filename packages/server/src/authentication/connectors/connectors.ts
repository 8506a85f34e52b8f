// Connector handlers, including tests before saving.
import type { AnyConnector } from '@tessera/connectors/connector';
import { type Connector, connectorFactories, connectors } from '@tessera/contract/connectors';
import { isOtherDestination } from '@tessera/contract/token-destination';
import { type Selectable, sql } from 'kysely';
import { countRows } from '../../authorization/resources/count-rows.ts';
import type { Context } from '../../context.ts';
import type { ConnectorsTable } from '../../infrastructure/database/tables.gen.ts';
import { invalidField, notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { normalizePhone } from '../../user-management/users/phone-number.ts';
import { countMessage } from '../messages/message-limit.ts';
import { asRequestError } from '../messages/problems.ts';
import { forgetTokens } from '../secrets/token-sets.ts';
import { parseConfig, readConfig } from './config.ts';
import { forgetFailures } from './connector-activity.ts';
import { describeWithGuide, isDemo } from './factories.ts';
import { configFrom, newConfigFrom } from './sent-config.ts';
import {
  forgetTarget,
  newSocialConnector,
  ownFacts,
  refuseSocialFields,
  requireTokenStorage,
  socialPatch,
} from './social-rules.ts';

type Row = Selectable<ConnectorsTable>;

const asConnector = (row: Row, factory: AnyConnector, languages: readonly string[]): Connector => ({
  ...describeWithGuide(factory, languages),
  ...ownFacts(row, factory),
  id: row.id,
  connectorId: row.connectorId,
  config: isDemo(factory) ? {} : (readConfig(factory, row.config) ?? {}),
  metadata: row.metadata as Connector['metadata'],
  syncProfile: row.syncProfile,
  enableTokenStorage: row.enableTokenStorage,
});

const factoryOf = ({ services }: Context, id: string): AnyConnector => {
  const factory = services.factories.find(id);
  if (!factory || isDemo(factory)) throw new RequestError('connector.not_found_with_connector_id');
  return factory;
};

const rowOf = async ({ db, services }: Context, id: string): Promise<{ row: Row; factory: AnyConnector }> => {
  const row = await db.selectFrom('connectors').selectAll().where('id', '=', id).executeTakeFirst();
  const factory = row && services.factories.find(row.connectorId);
  if (!row || !factory) throw notFound(id);
  return { row, factory };
};

/** Demo connectors are listed and deleted, but not shown or changed. */
const ownRow = async (ctx: Context, id: string) => {
  const found = await rowOf(ctx, id);
  if (isDemo(found.factory)) throw new RequestError('connector.not_found', { status: 400 });
  return found;
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
    const { connectorId, id = random.shortId() } = body;
    const factory = factoryOf(ctx, connectorId);
    if (factory.type === 'Social') {
      const social = await newSocialConnector(ctx, factory, body);
      const config = configFrom(factory, body.config ?? {});
      if (body.enableTokenStorage) requireTokenStorage(factory);
      const row = await ctx.change.insert('connectors', { id, connectorId, config, type: 'Social', ...social });
      return asConnector(row, factory, ctx.visit.languages);
    }
    refuseSocialFields(body);
    const config = newConfigFrom(factory, body.config ?? {});
    const { type, target } = factory;
    const tx = await ctx.change.transaction();
    const before = await tx.selectFrom('connectors').select('id').where('type', '=', type).forUpdate().execute();
    const row = await ctx.change.insert('connectors', { id, connectorId, config, type, target });
    for (const old of before) await ctx.change.remove('connectors', { id: old.id });
    return asConnector(row, factory, ctx.visit.languages);
  },

  get: async (ctx, { params: { id } }) => {
    const { row, factory } = await ownRow(ctx, id);
    return asConnector(row, factory, ctx.visit.languages);
  },

  update: async (ctx, { params: { id }, body }) => {
    const { row: before, factory } = await ownRow(ctx, id);
    const patch = factory.type === 'Social' ? socialPatch(before, factory, body) : refuseSocialFields(body);
    const config = body.config && configFrom(factory, body.config, before.config);
    let isMoved = false;
    const row = await ctx.change.update('connectors', { id }, (locked) => {
      // Compared as the schema reads both, since a default may have been added later.
      isMoved = config !== undefined && isOtherDestination(readConfig(factory, locked.config) ?? {}, config);
      return { config, ...patch };
    });
    if (!row) throw notFound(id);
    if (config) await forgetFailures(ctx, id);
    if (body.enableTokenStorage === false || isMoved) await forgetTokens(ctx, { connectorId: id });
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

  usage: async (ctx, { params: { id } }) => {
    const { row, factory } = await rowOf(ctx, id);
    const target = factory.type === 'Social' ? (row.target ?? factory.target) : null;
    const [users, tokens] = await Promise.all([
      countRows(ctx.db, sql`select 1 from user_identities where target = ${target}`),
      countRows(ctx.db, sql`select 1 from secrets where connector_id = ${id}`),
    ]);
    return { users, tokens };
  },

  authorizationUri: async (ctx, { params: { id }, body: { state, redirectUri } }) => {
    const { row, factory } = await rowOf(ctx, id);
    if (factory.type !== 'Social') throw new RequestError('connector.unexpected_type');
    if (!state || !redirectUri) throw new RequestError('session.insufficient_info');
    const { uri } = await factory
      .authorize(
        { state, redirectUri, keepsSession: false },
        parseConfig(factory, row.config),
        ctx.services.messages.tools,
      )
      .catch((error: unknown) => {
        throw asRequestError(error);
      });
    return { redirectTo: uri };
  },

  test: async (ctx, { params: { factoryId }, body }) => {
    const factory = ctx.services.factories.find(factoryId);
    if (!factory || factory.type === 'Social' || isDemo(factory)) {
      throw new RequestError('connector.not_found', { status: 400, data: { factoryId } });
    }
    const { email, phone } = body;
    const [field, typed] = factory.type === 'Email' ? (['email', email] as const) : (['phone', phone] as const);
    if (email === undefined && phone === undefined) throw invalidField([field], 'required');
    if (typed === undefined) throw new RequestError('connector.unexpected_type');
    const to = factory.type === 'Email' ? typed : normalizePhone(typed);
    if (!to) throw invalidField(['phone'], 'rules.phone');
    const stored = await ctx.db
      .selectFrom('connectors')
      .select('config')
      .where('connectorId', '=', factoryId)
      .executeTakeFirst();
    const config = stored ? configFrom(factory, body.config, stored.config) : newConfigFrom(factory, body.config);
    await countMessage(ctx, to);
    const payload = { code: '000000', ...(body.locale && { locale: body.locale }) };
    await ctx.services.messages.test(ctx, factory, config, { channel: factory.type, to, type: 'Generic', payload });
  },
});

export const connectorFactoriesServed = serve(connectorFactories, {
  list: ({ services, visit }) => services.factories.all.map((factory) => describeWithGuide(factory, visit.languages)),
  get: (ctx, { params: { id } }) => {
    const factory = ctx.services.factories.find(id);
    if (!factory) throw notFound(id);
    return describeWithGuide(factory, ctx.visit.languages);
  },
});
