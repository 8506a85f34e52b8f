// Additional rules for social connectors: targets, names, and one connector per target and platform.
import type { AnyConnector, SocialConnector } from '@tessera/connectors/connector';
import type { Connector } from '@tessera/contract/connectors';
import type { Selectable } from 'kysely';
import type { ConnectorsTable } from '../../infrastructure/database/tables.gen.ts';
import type { RequestContext } from '../../infrastructure/http/context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { describeFactory, type Factories } from './factories.ts';
import { withoutEmpty } from './sent-config.ts';

type Row = Selectable<ConnectorsTable>;
type Metadata = Connector['metadata'];
type Sent = {
  metadata?: Metadata | undefined;
  syncProfile?: boolean | undefined;
  enableTokenStorage?: boolean | undefined;
};

/** Message connectors have no profile, tokens or metadata. */
export const refuseSocialFields = ({ metadata, syncProfile, enableTokenStorage }: Sent): undefined => {
  if (metadata !== undefined) {
    throw new RequestError('connector.cannot_overwrite_metadata_for_non_standard_connector');
  }
  if (syncProfile) throw new RequestError('connector.invalid_type_for_syncing_profile');
  if (enableTokenStorage) throw new RequestError('connector.token_storage_not_supported');
};

/** How a standard protocol connector differs from its factory. */
export const ownFacts = ({ metadata, target }: Pick<Row, 'metadata' | 'target'>, factory: AnyConnector) => {
  if (factory.type !== 'Social' || !factory.isStandard) return {};
  const { name, logo, logoDark } = metadata as Metadata;
  return {
    target: target ?? factory.target,
    ...(name && { name }),
    // The factory's dark logo doesn't belong to another one.
    ...(logo && { logo, logoDark: null }),
    ...(logoDark && { logoDark }),
  };
};

export const requireTokenStorage = (factory: SocialConnector) => {
  if (!factory.renewTokens) throw new RequestError('connector.token_storage_not_supported');
};

const targetOf = (factory: SocialConnector, metadata: Metadata | undefined): string => {
  if (!factory.isStandard) {
    if (metadata !== undefined) {
      throw new RequestError('connector.cannot_overwrite_metadata_for_non_standard_connector');
    }
    return factory.target;
  }
  if (!metadata?.target) throw new RequestError('connector.should_specify_target');
  return metadata.target;
};

export const newSocialConnector = async (
  ctx: RequestContext<{ factories: Factories }>,
  factory: SocialConnector,
  body: Sent,
) => {
  const { platform } = factory;
  const { metadata, syncProfile, enableTokenStorage } = body;
  await ctx.quota('socialConnectorsLimit');
  const target = targetOf(factory, metadata);
  const tx = await ctx.change.transaction();
  const rows = await tx
    .selectFrom('connectors')
    .select(['connectorId', 'target', 'platform', 'metadata'])
    .where('type', '=', 'Social')
    .execute();
  if (!factory.isStandard && rows.some(({ connectorId }) => connectorId === factory.id)) {
    throw new RequestError('connector.multiple_instances_not_supported');
  }
  const same = rows.find((row) => row.target === target && row.platform === platform);
  if (same) {
    const known = ctx.services.factories.find(same.connectorId);
    const name =
      (same.metadata as Metadata).name ?? (known ? describeFactory(known, []).name : { en: same.connectorId });
    throw new RequestError('connector.multiple_target_with_same_platform', {
      data: { connectorId: same.connectorId, connectorName: name },
    });
  }
  return {
    target,
    platform,
    ...(metadata && { metadata: withoutEmpty(metadata) }),
    ...(syncProfile !== undefined && { syncProfile }),
    ...(enableTokenStorage !== undefined && { enableTokenStorage }),
  };
};

export const socialPatch = (
  { target }: Row,
  factory: SocialConnector,
  { metadata, syncProfile, enableTokenStorage }: Sent,
) => {
  if (metadata !== undefined) {
    if (!factory.isStandard) {
      throw new RequestError('connector.cannot_overwrite_metadata_for_non_standard_connector');
    }
    // Metadata is replaced as a whole, so without its target it would lose it.
    if (metadata.target !== target) throw new RequestError('connector.can_not_modify_target');
  }
  if (enableTokenStorage) requireTokenStorage(factory);
  return { syncProfile, enableTokenStorage, ...(metadata && { metadata: withoutEmpty(metadata) }) };
};

/** A target without connectors is removed from the sign-in experience. */
export const forgetTarget = async ({ change }: Pick<RequestContext, 'change'>, target: string) => {
  const tx = await change.transaction();
  const left = await tx
    .selectFrom('connectors')
    .select('id')
    .where('type', '=', 'Social')
    .where('target', '=', target)
    .executeTakeFirst();
  if (left) return;
  const { socialSignInConnectorTargets: targets } = await tx
    .selectFrom('signInExperiences')
    .select('socialSignInConnectorTargets')
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!targets.includes(target)) return;
  const rest = targets.filter((one) => one !== target);
  await change.update('signInExperiences', { id: 'default' }, { socialSignInConnectorTargets: rest });
};
