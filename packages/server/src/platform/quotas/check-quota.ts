// Plan limits of the cloud edition. Counting and creating are one transaction under a lock, so that concurrent
// creations stop exactly at the limit.
import { addOnKeys, isPaid, type LimitKey, type QuotaKey, quotaOf } from '@tessera/contract/plans';
import { internalPrefix, type RoleType } from '@tessera/contract/role';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import type { Transaction } from '../../infrastructure/database/tenant-database.ts';
import type { Amount } from '../../infrastructure/http/context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';

type Count = (tx: Transaction, place: { within: string; managementResource: string }) => Promise<number>;

const applications =
  (condition: 'all' | 'machine' | 'saml' | 'thirdParty'): Count =>
  async (tx) => {
    const row = await tx
      .selectFrom('applications')
      .select(sql<number>`count(*)`.as('count'))
      .$if(condition === 'machine', (rest) => rest.where('type', '=', 'MachineToMachine'))
      .$if(condition === 'saml', (rest) => rest.where('type', '=', 'SAML'))
      .$if(condition === 'thirdParty', (rest) => rest.where('isThirdParty', '=', true))
      .executeTakeFirstOrThrow();
    return row.count;
  };

/** Without the Management API, which every tenant has. */
const resources: Count = async (tx, { managementResource }) => {
  const row = await tx
    .selectFrom('resources')
    .select(sql<number>`count(*)`.as('count'))
    .where('indicator', '<>', managementResource)
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Without the internal one. */
const roles =
  (type: RoleType): Count =>
  async (tx) => {
    const row = await tx
      .selectFrom('roles')
      .select(sql<number>`count(*)`.as('count'))
      .where('type', '=', type)
      .where('name', 'not like', `${internalPrefix}%`)
      .executeTakeFirstOrThrow();
    return row.count;
  };

const scopesOfResource: Count = async (tx, { within }) => {
  const row = await tx
    .selectFrom('scopes')
    .select(sql<number>`count(*)`.as('count'))
    .where('resourceId', '=', within)
    .executeTakeFirstOrThrow();
  return row.count;
};

const scopesOfRole: Count = async (tx, { within }) => {
  const row = await tx
    .selectFrom('rolesScopes')
    .select(sql<number>`count(*)`.as('count'))
    .where('roleId', '=', within)
    .executeTakeFirstOrThrow();
  return row.count;
};

const counts: Partial<Record<LimitKey, Count>> = {
  applicationsLimit: applications('all'),
  machineToMachineLimit: applications('machine'),
  samlApplicationsLimit: applications('saml'),
  thirdPartyApplicationsLimit: applications('thirdParty'),
  organizationsLimit: async (tx) => {
    const query = tx.selectFrom('organizations').select(sql<number>`count(*)`.as('count'));
    return (await query.executeTakeFirstOrThrow()).count;
  },
  hooksLimit: async (tx) => {
    const query = tx.selectFrom('hooks').select(sql<number>`count(*)`.as('count'));
    return (await query.executeTakeFirstOrThrow()).count;
  },
  resourcesLimit: resources,
  enterpriseSsoLimit: async (tx) => {
    const query = tx.selectFrom('ssoConnectors').select(sql<number>`count(*)`.as('count'));
    return (await query.executeTakeFirstOrThrow()).count;
  },
  socialConnectorsLimit: async (tx) => {
    const query = tx.selectFrom('connectors').select(sql<number>`count(*)`.as('count')).where('type', '=', 'Social');
    return (await query.executeTakeFirstOrThrow()).count;
  },
  scopesPerResourceLimit: scopesOfResource,
  scopesPerRoleLimit: scopesOfRole,
  userRolesLimit: roles('User'),
  machineToMachineRolesLimit: roles('MachineToMachine'),
};

type Place = Pick<Context, 'change' | 'tenantId'> & {
  services: Pick<Context['services'], 'settings' | 'tenants' | 'wire'>;
};

export const checkQuota = async (
  { services, tenantId, change }: Place,
  key: QuotaKey,
  { within = '', adding = 1 }: Amount = {},
) => {
  if (!services.settings.capabilities.hasPlans || isAdminTenant(tenantId)) return;
  const { planId } = await services.tenants.require(tenantId);
  const limit = quotaOf(planId)[key];
  if (limit === false) throw new RequestError('subscription.limit_exceeded', { data: { key, limit: 0, usage: 0 } });
  const count = counts[key as LimitKey];
  if (limit === null || limit === true || count === undefined || (isPaid(planId) && addOnKeys.has(key))) return;
  const tx = await change.transaction();
  await lockUntilCommit(tx, 'quota', tenantId, key);
  const usage = await count(tx, { within, managementResource: services.wire.managementResource(tenantId) });
  if (usage + adding > limit) throw new RequestError('subscription.limit_exceeded', { data: { key, limit, usage } });
};
