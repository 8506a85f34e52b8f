// Who may come in: for each kind of access, whose token or cookie counts, and what it must say.
import type { Access, Operation } from '@tessera/contract/kit';
import type { FastifyRequest } from 'fastify';
import { accountCaller } from '../account/caller.ts';
import type { Actor } from '../database/change.ts';
import { interactionOf } from '../experience/interaction.ts';
import type { Services } from '../services.ts';
import { organizationOf } from '../tenants/create-tenant.ts';
import { type Caller, consoleCaller, managementCaller, ownCaller } from './authenticate.ts';
import type { Context } from './context.ts';
import { RequestError } from './request-error.ts';
import { refuseCrossSite } from './same-site.ts';

const actorOf = ({ isApplication, subject }: Caller): Actor => ({
  type: isApplication ? 'application' : 'user',
  id: subject,
});

const member = (services: Services, tenantId: string, header: string | undefined) =>
  consoleCaller(services, services.wire.organizationAudience(organizationOf(tenantId)), header);

const dataScope = (method: string) =>
  ({ GET: 'read:data', HEAD: 'read:data', DELETE: 'delete:data' })[method] ?? 'write:data';

/** A member of the tenant, as far as their role there goes. */
const managingMember = async (
  services: Services,
  tenantId: string,
  request: FastifyRequest,
  needs: string | undefined,
): Promise<Caller> => {
  const caller = await member(services, tenantId, request.headers.authorization);
  if (caller.scopes.size === 0) throw new RequestError('auth.insufficient_permissions');
  const needed = [dataScope(request.method), ...(needs ? [needs] : [])];
  if (!needed.every((scope) => caller.scopes.has(scope))) throw new RequestError('auth.permission_missing');
  return caller;
};

/** Refuses, or answers what the handler gets on top of its context. */
export const admit = async (
  services: Services,
  access: Access,
  request: FastifyRequest,
  context: Context,
  { needs }: Operation,
) => {
  const { tenantId, visit } = context;
  const header = request.headers.authorization;
  const asCaller = (caller: Caller) => {
    context.actor = actorOf(caller);
    return { userId: caller.subject, scopes: caller.scopes };
  };
  switch (access) {
    case 'management': {
      const isMember = visit.place.surface === 'managed';
      return asCaller(
        isMember
          ? await managingMember(services, tenantId, request, needs)
          : await managementCaller(services, tenantId, header),
      );
    }
    case 'me': {
      const caller = await ownCaller(services, header);
      if (!caller.scopes.has('all')) throw new RequestError('auth.forbidden');
      return asCaller(caller);
    }
    case 'account': {
      const caller = await accountCaller(services, tenantId, request.headers);
      context.actor = { type: 'user', id: caller.userId };
      return caller;
    }
    case 'cloud':
      return asCaller(await consoleCaller(services, services.wire.cloudResource, header));
    case 'organization': {
      const { tenantId: managed = '' } = request.params as { tenantId?: string };
      return asCaller(await member(services, managed, header));
    }
    case 'interaction':
      refuseCrossSite(request.raw, services.addresses.at(visit.place));
      return { interaction: await interactionOf(services, tenantId, context.raw) };
    default:
      return {};
  }
};
