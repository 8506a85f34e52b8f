// The secrets of an application: several, each with a name and perhaps an end.
import type { ApplicationType } from '@tessera/contract/applications';
import type { Context } from '../http/context.ts';
import { notFound, RequestError } from '../http/request-error.ts';
import { random } from '../random.ts';
import { internalSecret } from '../tenants/create-tenant.ts';
import { asApplication, findApplication } from './find-application.ts';

export const hasSecrets = (type: ApplicationType) => type === 'Traditional' || type === 'MachineToMachine';
const isInternal = (secret: string) => secret.startsWith('#internal:');

type ById = { params: { id: string } };
type ByName = { params: { id: string; name: string } };

export const secretHandlers = {
  listSecrets: async (ctx: Context, { params: { id } }: ById) => {
    await findApplication(ctx, id);
    return ctx.db
      .selectFrom('applicationSecrets')
      .selectAll()
      .where('applicationId', '=', id)
      .orderBy('createdAt')
      .execute();
  },

  createSecret: async (
    ctx: Context,
    { params: { id }, body }: ById & { body: { name: string; expiresAt?: number | null | undefined } },
  ) => {
    await findApplication(ctx, id);
    const { name, expiresAt = null } = body;
    if (expiresAt !== null && expiresAt <= ctx.services.clock.now()) {
      throw new RequestError('request.invalid_input', { details: 'expiresAt is in the past' });
    }
    const secret = { applicationId: id, name, value: random.secret(), expiresAt };
    return ctx.change.insert('applicationSecrets', secret, ['applicationId', 'name']);
  },

  renameSecret: async ({ change }: Context, { params: { id, name }, body }: ByName & { body: { name: string } }) => {
    const row = await change.update('applicationSecrets', { applicationId: id, name }, { name: body.name });
    if (!row) throw notFound(name);
    return row;
  },

  removeSecret: async ({ change }: Context, { params: { id, name } }: ByName) => {
    if (!(await change.remove('applicationSecrets', { applicationId: id, name }))) throw notFound(name);
  },

  removeLegacySecret: async (ctx: Context, { params: { id } }: ById) => {
    const { secret } = await findApplication(ctx, id);
    if (isInternal(secret)) throw new RequestError('application.no_legacy_secret_found');
    const row = await ctx.change.update('applications', { id }, { secret: internalSecret() });
    if (!row) throw notFound(id);
    return asApplication(row);
  },
};
