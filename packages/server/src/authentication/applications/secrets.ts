// Application secrets, each with a name and an optional expiry.
import type { ApplicationType } from '@tessera/contract/applications';
import { secretMask } from '@tessera/contract/secret-mask';
import { mayReadSecrets } from '../../authorization/resources/management-access.ts';
import type { Context } from '../../context.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { findApplication } from './find-application.ts';

export const hasSecrets = (type: ApplicationType) => ['Traditional', 'MachineToMachine', 'Protected'].includes(type);
/** The name the migration gave to secrets that had none. */
const legacySecret = 'Legacy secret';

type Row = { value: string };
const withLastCharacters = <T extends Row>(row: T) => ({ ...row, lastCharacters: row.value.slice(-4) });

const requireFuture = (ctx: Context, expiresAt: number | null) => {
  if (expiresAt !== null && expiresAt <= ctx.services.clock.now()) {
    throw new RequestError('request.invalid_input', { details: 'expiresAt is in the past' });
  }
};

/** The replaced secret expires at the given time, or earlier if it did so before. */
const expireReplaced = async (ctx: Context, id: string, { name, expiresAt }: Replaced) => {
  requireFuture(ctx, expiresAt);
  const replaced = await ctx.change.update('applicationSecrets', { applicationId: id, name }, (before) => {
    requireFuture(ctx, before.expiresAt);
    return { expiresAt: Math.min(expiresAt, before.expiresAt ?? expiresAt) };
  });
  if (!replaced) throw notFound(name);
};

type Replaced = { name: string; expiresAt: number };
type NewSecret = { name: string; expiresAt?: number | null | undefined; replaces?: Replaced | undefined };
type ById = { params: { id: string } };
type ByName = { params: { id: string; name: string } };

export const secretHandlers = {
  listSecrets: async (ctx: Context, { params: { id } }: ById) => {
    await findApplication(ctx, id);
    const rows = await ctx.db
      .selectFrom('applicationSecrets')
      .selectAll()
      .where('applicationId', '=', id)
      .orderBy('createdAt')
      .execute();
    const listed = rows.map(withLastCharacters);
    return (await mayReadSecrets(ctx, id)) ? listed : listed.map((row) => ({ ...row, value: secretMask }));
  },

  createSecret: async (ctx: Context, { params: { id }, body }: ById & { body: NewSecret }) => {
    const { type } = await findApplication(ctx, id);
    if (type === 'SAML') throw new RequestError('application.saml.use_saml_app_api');
    // Public clients cannot keep a secret.
    if (type === 'Native' || type === 'SPA') throw new RequestError('entity.db_constraint_violated');
    const { name, expiresAt = null, replaces } = body;
    requireFuture(ctx, expiresAt);
    if (replaces) await expireReplaced(ctx, id, replaces);
    const secret = { applicationId: id, name, value: random.secret(), expiresAt };
    return withLastCharacters(await ctx.change.insert('applicationSecrets', secret, ['applicationId', 'name']));
  },

  renameSecret: async ({ change }: Context, { params: { id, name }, body }: ByName & { body: { name: string } }) => {
    const row = await change.update('applicationSecrets', { applicationId: id, name }, { name: body.name });
    if (!row) throw notFound(name);
    return withLastCharacters(row);
  },

  removeSecret: async ({ change }: Context, { params: { id, name } }: ByName) => {
    if (!(await change.remove('applicationSecrets', { applicationId: id, name }))) throw notFound(name);
  },

  removeLegacySecret: async (ctx: Context, { params: { id } }: ById) => {
    const application = await findApplication(ctx, id);
    const isRemoved = await ctx.change.remove('applicationSecrets', { applicationId: id, name: legacySecret });
    if (!isRemoved) throw new RequestError('application.no_legacy_secret_found');
    return application;
  },
};
