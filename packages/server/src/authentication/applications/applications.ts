// Application handlers.
import { type ApplicationType, applications } from '@tessera/contract/applications';
import { fitsCustomData } from '@tessera/contract/custom-data';
import type { JsonObject } from '@tessera/contract/fields';
import type { Context } from '../../context.ts';
import { invalidField, notFound } from '../../infrastructure/http/request-error.ts';
import { excludedHolders } from '../../infrastructure/search/excluded.ts';
import { searchCondition } from '../../infrastructure/search/search.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import {
  asTakenHost,
  checkPatch,
  mergedColumns,
  newProtectedColumns,
  refuseWithDomains,
} from '../protected-applications/write-metadata.ts';
import { asApplication, builtInApplication, findApplication, noMetadata } from './find-application.ts';
import { applicationRoleHandlers } from './roles.ts';
import { checkApplication, checkDescribed, refuseSaml } from './rules.ts';
import { hasSecrets, secretHandlers } from './secrets.ts';

const internalAdminRole = 'admin-role';

const isAdmin = async ({ db }: Pick<Context, 'db'>, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('applicationsRoles')
    .select('roleId')
    .where('applicationId', '=', id)
    .where('roleId', '=', internalAdminRole)
    .executeTakeFirst();
  return row !== undefined;
};

const setAdmin = async (ctx: Context, id: string, wanted: boolean) => {
  if (wanted === (await isAdmin({ db: await ctx.change.transaction() }, id))) return;
  const key = { applicationId: id, roleId: internalAdminRole };
  if (wanted) await ctx.change.insert('applicationsRoles', key, Object.keys(key));
  else await ctx.change.remove('applicationsRoles', key);
};

export default serve(applications, {
  ...secretHandlers,
  ...applicationRoleHandlers,

  list: async (ctx, { query }) => {
    const { db, page } = ctx;
    const types = query.types === undefined ? undefined : ([query.types].flat() as ApplicationType[]);
    const searched = searchCondition(query, ['id', 'name', 'description']);
    const conditions = [...excludedHolders('applications', query), ...(searched ? [searched] : [])];
    const isNarrowed = types !== undefined || query.isThirdParty !== undefined || conditions.length > 0;
    const rows = await page(
      db
        .selectFrom('applications')
        .selectAll()
        .$if(types !== undefined, (rest) => rest.where('type', 'in', types ?? []))
        .$if(query.isThirdParty !== undefined, (rest) => rest.where('isThirdParty', '=', query.isThirdParty === 'true'))
        .where(({ and }) => and(conditions))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      isNarrowed ? {} : { counter: 'applications' },
    );
    return rows.map((row) => asApplication(ctx, row));
  },

  create: async (ctx, { body }) => {
    const { change, quota } = ctx;
    const { type } = body;
    refuseSaml(type);
    const { isThirdParty = false, oidcClientMetadata = noMetadata, customClientMetadata = {}, customData = {} } = body;
    checkApplication({ type, isThirdParty, isSelfRegistered: false, oidcClientMetadata, customClientMetadata });
    if (type === 'MachineToMachine') await quota('machineToMachineLimit');
    if (isThirdParty) await quota('thirdPartyApplicationsLimit');
    const own =
      type === 'Protected' ? await newProtectedColumns(ctx, body.protectedAppMetadata) : { oidcClientMetadata };
    const inserted = change.insert('applications', {
      ...{ id: random.id(), name: body.name, description: body.description ?? null, type, isThirdParty },
      ...{ customClientMetadata, customData, ...own },
    });
    const row = await inserted.catch((error: unknown) => Promise.reject(asTakenHost(error)));
    if (hasSecrets(type)) {
      const secret = { applicationId: row.id, name: 'Default secret', value: random.secret() };
      await change.insert('applicationSecrets', secret, ['applicationId', 'name']);
    }
    return asApplication(ctx, row);
  },

  get: async (ctx, { params }) => {
    const builtIn = builtInApplication(ctx.tenantId, params.id);
    if (builtIn) return { ...builtIn, isAdmin: false };
    return { ...(await findApplication(ctx, params.id)), isAdmin: await isAdmin(ctx, params.id) };
  },

  update: async (ctx, { params: { id }, body: { isAdmin: wanted, protectedAppMetadata, ...patch } }) => {
    const before = await findApplication(ctx, id);
    refuseSaml(before.type);
    const after = {
      ...before,
      name: patch.name ?? before.name,
      oidcClientMetadata: patch.oidcClientMetadata ?? before.oidcClientMetadata,
      customClientMetadata: patch.customClientMetadata ?? before.customClientMetadata,
    };
    checkDescribed(before, after);
    checkApplication(after);
    await checkPatch(ctx, before, protectedAppMetadata);
    const row = await ctx.change.update('applications', { id }, (locked) => {
      if (before.type !== 'Protected') return patch;
      return { ...patch, ...mergedColumns(ctx, locked, protectedAppMetadata ?? {}, patch.oidcClientMetadata) };
    });
    if (!row) throw notFound(id);
    if (wanted !== undefined) await setAdmin(ctx, id, wanted);
    return asApplication(ctx, row);
  },

  updateCustomData: async (ctx, { params: { applicationId: id }, body }) => {
    refuseSaml((await findApplication(ctx, id)).type);
    // Lock the row, so that concurrent changes are not lost.
    const tx = await ctx.change.transaction();
    const before = await tx.selectFrom('applications').select('customData').where('id', '=', id).forUpdate().execute();
    const customData = { ...before[0]?.customData, ...body } as JsonObject;
    if (!fitsCustomData(customData)) throw invalidField([], 'rules.custom_data_size');
    if (!(await ctx.change.update('applications', { id }, { customData }))) throw notFound(id);
    return customData;
  },

  remove: async (ctx, { params: { id } }) => {
    const application = await findApplication(ctx, id);
    refuseSaml(application.type);
    refuseWithDomains(application);
    if (!(await ctx.change.remove('applications', { id }))) throw notFound(id);
  },
});
