// Authentication and authorization by access type: which token or cookie is accepted, and what it must allow.
import type { Access, Operation } from '@tessera/contract/kit';
import type { FastifyRequest } from 'fastify';
import { interactionAdmission } from '../../authentication/experience/admission.ts';
import { admitSetupLink } from '../../authentication/sso-connectors/setup-link-admission.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../infrastructure/database/change.ts';
import type { Admission } from '../../infrastructure/http/admission.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import type { Services } from '../../services.ts';
import { accountAdmission } from '../../user-management/account/admission.ts';
import { scimAdmission } from '../../user-management/scim/admission.ts';
import { requireMayWrite } from '../resources/management-access.ts';
import { type Caller, consoleCaller, managementCaller, memberCaller, ownCaller } from './authenticate.ts';

const actorOf = ({ isApplication, subject }: Caller): Actor => ({
  type: isApplication ? 'application' : 'user',
  id: subject,
});

const dataScope = (method: string, { onlyReads }: Operation) => {
  if (onlyReads) return 'read:data';
  return { GET: 'read:data', HEAD: 'read:data', DELETE: 'delete:data' }[method] ?? 'write:data';
};

/** A member of the tenant, limited to their role there. */
const managingMember = async (
  services: Services,
  tenantId: string,
  request: FastifyRequest,
  operation: Operation,
): Promise<Caller> => {
  const caller = await memberCaller(services, tenantId, request.headers.authorization);
  // Consoles sign out on this error, but a removed member may still have other tenants.
  if (caller.issuedScopes.size === 0) throw new RequestError('auth.insufficient_permissions');
  const { needs } = operation;
  const needed = [dataScope(request.method, operation), ...(needs ? [needs] : [])];
  if (!needed.every((scope) => caller.scopes.has(scope))) throw new RequestError('auth.permission_missing');
  return caller;
};

/** Callers that don't need the values ask for the mask: `Prefer: secrets=masked`. */
const prefersMask = ({ headers }: FastifyRequest) =>
  /(^|[\s,;])secrets\s*=\s*"?masked/i.test(String(headers.prefer ?? ''));

const asCaller = (context: Context, caller: Caller) => {
  context.actor = actorOf(caller);
  context.caller = caller;
  return { userId: caller.subject, scopes: caller.scopes };
};

const anyone: Admission<Services> = { admit: () => ({}) };

const management: Admission<Services> = {
  admit: async (context, request, operation) => {
    const { services, tenantId, visit } = context;
    const admitted = await admitSetupLink(context, request, operation);
    if (admitted) return admitted;
    const isMember = visit.destination.surface === 'managed';
    const caller = isMember
      ? await managingMember(services, tenantId, request, operation)
      : await managementCaller(services, tenantId, request.headers.authorization);
    context.readsSecrets = !prefersMask(request) && (!isMember || caller.scopes.has('write:data'));
    return asCaller(context, caller);
  },
  allow: requireMayWrite,
};

/** Console users are users of the admin tenant. */
const me: Admission<Services> = {
  isServedAt: isAdminTenant,
  admit: async (context, { headers }) => {
    const caller = await ownCaller(context.services, headers.authorization);
    if (!caller.scopes.has('all')) throw new RequestError('auth.forbidden');
    return { ...asCaller(context, caller), sessionUid: caller.sessionUid, tokenId: caller.tokenId };
  },
};

const cloud: Admission<Services> = {
  admit: async (context, { headers }) => {
    const { services } = context;
    return asCaller(context, await consoleCaller(services, services.wire.cloudResource, headers.authorization));
  },
};

const organization: Admission<Services> = {
  admit: async (context, { params, headers }) => {
    const { tenantId: managed = '' } = params as { tenantId?: string };
    return asCaller(context, await memberCaller(context.services, managed, headers.authorization));
  },
};

export const admissions: Record<Access, Admission<Services>> = {
  public: anyone,
  cloudPublic: anyone,
  management,
  me,
  cloud,
  organization,
  account: accountAdmission,
  scim: scimAdmission,
  interaction: interactionAdmission,
};
