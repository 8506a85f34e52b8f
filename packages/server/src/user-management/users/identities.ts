// External identity handlers for administrators.
import type { JsonObject } from '@tessera/contract/fields';
import { userIdentities } from '@tessera/contract/user-identities';
import {
  findSocialConnector,
  identified,
  requireUnchangedConnector,
} from '../../authentication/connectors/social-connector.ts';
import { tokenSecretsOf } from '../../authentication/secrets/secrets.ts';
import { keepTokens } from '../../authentication/secrets/token-sets.ts';
import type { Context } from '../../context.ts';
import { isOn } from '../../infrastructure/http/boolean-parameter.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { asUser, changeUser, findUser, requireUser } from './find-user.ts';
import { ssoIdentitiesOf } from './sso-identities.ts';

type Identity = { userId: string; details?: JsonObject };
type Identities = Record<string, Identity>;
type Query = { includeTokenSecret?: string | undefined };

const identitiesOf = async (ctx: Context, userId: string) => (await findUser(ctx, userId)).identities as Identities;

const identityAt = (identities: Identities, target: string): Identity => {
  const identity = Object.hasOwn(identities, target) ? identities[target] : undefined;
  if (!identity) throw new RequestError('user.identity_not_exist');
  return identity;
};

const link = async (ctx: Context, userId: string, target: string, identity: Identity): Promise<Identities> => {
  const row = await changeUser(ctx, userId, ({ identities }) => {
    if (ctx.answer.status === undefined && !Object.hasOwn(identities, target)) ctx.answer.status = 201;
    return { identities: { ...identities, [target]: identity } };
  });
  return row.identities as Identities;
};

/** Metadata of stored tokens, on request. */
const askedSecrets = async (ctx: Context, userId: string, { includeTokenSecret: asked }: Query) => {
  const known = isOn(asked) ? await tokenSecretsOf(ctx, userId) : undefined;
  const optional = <T>(tokenSecret: T | undefined) => (tokenSecret ? { tokenSecret } : {});
  return {
    social: (target: string) => optional(known?.social.get(target)),
    sso: (connectorId: string) => optional(known?.sso.get(connectorId)),
  };
};

export default serve(userIdentities, {
  listAll: async (ctx, { params: { userId }, query }) => {
    const identities = await identitiesOf(ctx, userId);
    const secrets = await askedSecrets(ctx, userId, query);
    const atCompanies = await ssoIdentitiesOf(ctx.db, userId);
    return {
      socialIdentities: Object.entries(identities).map(([target, identity]) => ({
        target,
        identity,
        ...secrets.social(target),
      })),
      ssoIdentities: atCompanies.map((ssoIdentity) => ({
        ssoConnectorId: ssoIdentity.ssoConnectorId,
        ssoIdentity,
        ...secrets.sso(ssoIdentity.ssoConnectorId),
      })),
    };
  },

  add: async (ctx, { params: { userId }, body: { connectorId, connectorData: data } }) => {
    await requireUser(ctx, userId);
    const connector = await findSocialConnector(ctx, connectorId).catch(() => {
      throw new RequestError('session.invalid_connector_id');
    });
    const redirectUri = typeof data.redirectUri === 'string' ? data.redirectUri : '';
    const answer = { data, redirectUri, session: {} };
    const { user, tokens } = await identified(ctx, connector, answer, {
      isUnsolicited: data.credential !== undefined,
      within: ctx.change.transaction,
    });
    const { target, configDigest } = connector;
    await requireUnchangedConnector({ ...ctx, db: await ctx.change.transaction() }, { connectorId, configDigest });
    ctx.answer.status = 200;
    const linked = await link(ctx, userId, target, { userId: user.id, details: { ...user } as JsonObject });
    if (tokens) await keepTokens(ctx, { userId, identityId: user.id, target, connectorId }, { tokens, configDigest });
    return linked;
  },

  get: async (ctx, { params: { userId, target }, query }) => {
    const identity = identityAt(await identitiesOf(ctx, userId), target);
    return { identity, ...(await askedSecrets(ctx, userId, query)).social(target) };
  },

  replace: async (ctx, { params: { userId, target }, body: { userId: identityId, details } }) =>
    link(ctx, userId, target, { userId: identityId, ...(details && { details }) }),

  remove: async (ctx, { params: { userId, target } }) => {
    const row = await changeUser(ctx, userId, ({ identities }) => {
      identityAt(identities as Identities, target);
      const { [target]: _, ...others } = identities;
      return { identities: others };
    });
    return asUser(row);
  },

  getSso: async (ctx, { params: { userId, ssoConnectorId }, query }) => {
    await requireUser(ctx, userId);
    const [ssoIdentity] = await ssoIdentitiesOf(ctx.db, userId, ssoConnectorId);
    if (!ssoIdentity) throw new RequestError('user.enterprise_sso_identity_not_exists');
    return { ssoIdentity, ...(await askedSecrets(ctx, userId, query)).sso(ssoConnectorId) };
  },
});
