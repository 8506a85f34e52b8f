// The interaction behind the sign-in pages: stored by the provider, referenced by a cookie, with the state of the
// experience in its result until submission.
import type { SocialSession } from '@tessera/connectors/connector';
import type { InteractionEvent } from '@tessera/contract/experience';
import { sql } from 'kysely';
import { errors, type InteractionResults } from 'oidc-provider';
import { interactionId, requestedInteraction } from '../../authorization/oidc/browser-interactions.ts';
import { isDocumentUrl } from '../../authorization/oidc/client-ids.ts';
import { sealResult } from '../../authorization/oidc/stored-payload.ts';
import type { Database, Transaction } from '../../infrastructure/database/tenant-database.ts';
import type { RequestContext } from '../../infrastructure/http/context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Services } from '../../services.ts';
import type { ConnectorVersion } from '../connectors/config-digest.ts';
import type { KnownElsewhere } from '../connectors/trusted-identity.ts';
import type { Factor } from '../mfa/factors.ts';
import type { ExtraProfile } from './extra-profile.ts';
import { type Identification, publicRecord, type VerificationRecord } from './verifications.ts';

/** Data collected for the user so far; written at submission. */
export type PendingProfile = ExtraProfile & {
  username?: string;
  primaryEmail?: string;
  primaryPhone?: string;
  /** Addresses of an existing account verified in this interaction. */
  verifiedEmail?: string;
  verifiedPhone?: string;
  passwordEncrypted?: string;
  passwordEncryptionMethod?: 'Argon2id';
  /** Name and avatar from an external identity for an existing account. */
  synced?: { name?: string; avatar?: string };
  /** The external identity to link. */
  socialIdentity?: ConnectorVersion & { target: string; user: KnownElsewhere };
  ssoIdentity?: ConnectorVersion & { issuer: string; isSharedIssuer: boolean; user: KnownElsewhere };
  /** Organizations the user joins by their one-time token. */
  jitOrganizationIds?: string[] | undefined;
};

export type Identities = Pick<PendingProfile, 'socialIdentity' | 'ssoIdentity'>;

/** MFA decisions so far; written at submission. */
export type PendingFactors = {
  factors: Factor[];
  /** An address was added as a factor. */
  isAddressBound?: true;
  skipped?: true;
  suggestionSkipped?: true;
  /** The offer of a passkey was declined. */
  passkeySkipped?: true;
};

/** Stored while the user is at an external provider: the expected response and the connector's state. */
export type ConnectorSession = { connectorId: string; state: string; redirectUri: string; session: SocialSession };

export type ExperienceState = {
  interactionEvent: InteractionEvent;
  userId?: string;
  /** True if this interaction created the user. */
  isNewUser?: boolean;
  /** The identities it gave that user. */
  registeredWith?: Identities;
  profile: PendingProfile;
  mfa?: PendingFactors;
  /** Whether the CAPTCHA was passed. */
  captcha?: { verified: boolean };
  verificationRecords: VerificationRecord[];
  /** The verifications that led to the user, one of each type. */
  identifiedBy?: Identification[];
  /** By verification ID. */
  connectorSessions?: Record<string, ConnectorSession>;
};

export type Identified = ExperienceState & { userId: string };
export type Interaction = Awaited<ReturnType<typeof interactionOf>>;

/** One that has expired or was ended, maybe during this request. */
export const refuseEnded = (error: unknown): never => {
  if (error instanceof errors.SessionNotFound) throw new RequestError('session.not_found');
  throw error;
};

export const interactionOf = async (
  services: Pick<Services, 'applications' | 'clock' | 'providers' | 'vault'>,
  tenantId: string,
  raw: RequestContext['raw'],
) => {
  const provider = await services.providers.of(tenantId);
  const details = await requestedInteraction(provider, raw).catch(refuseEnded);
  const stored = details.result as (ExperienceState & InteractionResults) | undefined;
  const { login, ...started } = stored ?? { interactionEvent: undefined };
  const state = started.interactionEvent && started;
  const latest = { userId: state?.userId };
  const id = interactionId(details.jti);
  const clientId = String(details.params.client_id);
  const application = await services.applications.find(tenantId, clientId);
  // Tables can't hold the client ID of an application that was deleted meanwhile.
  if (!application && isDocumentUrl(clientId)) throw new RequestError('session.not_found');

  /**
   * An interaction that has identified a different user meanwhile is not changed. `otherwise` sets its user while it
   * has none.
   */
  const write = async (transaction: Database, userId: string, result: object, otherwise: string | null = userId) => {
    const stored = JSON.stringify(sealResult(services.vault, tenantId, result));
    const written = await transaction
      .updateTable('oidcModelInstances')
      .set({ payload: sql`jsonb_set(payload, '{result}', ${stored}::jsonb)` })
      .where('modelName', '=', 'Interaction')
      .where('id', '=', id)
      .where('consumedAt', 'is', null)
      .where(sql<string>`coalesce(payload #>> '{result,userId}', ${otherwise})`, '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (written) return;
    const [left] = await transaction
      .selectFrom('oidcModelInstances')
      .select('id')
      .where('modelName', '=', 'Interaction')
      .where('id', '=', id)
      .where('consumedAt', 'is', null)
      .execute();
    throw new RequestError(left ? 'session.identity_conflict' : 'session.not_found');
  };

  return {
    provider,
    details,
    /** As stored and logged; the cookie holds a different value. */
    id,
    /** As the protocol knows the application. */
    clientId,
    applicationId: application?.id ?? clientId,
    /** A first call must set the event. */
    state: (): ExperienceState => {
      if (!state) throw new RequestError('session.interaction_not_found');
      return state;
    },
    /** The user, if identified. */
    knownUserId: () => latest.userId,
    save: async (next: ExperienceState) => {
      latest.userId = next.userId;
      details.result = next as unknown as InteractionResults;
      await details.save(details.exp - services.clock.seconds()).catch(refuseEnded);
    },
    /** Part of a change: user and interaction are saved together or not at all. */
    saveIn: async (transaction: Transaction, next: Identified) => {
      await write(transaction, next.userId, next);
      latest.userId = next.userId;
    },
    /** Clears the interaction as part of a change: only once, and only for its user. */
    clearIn: (db: Database, userId: string) => write(db, userId, {}, null),
    /** The resume URL of a completed login prompt: a submission can be repeated, until the state changes again. */
    completed: () => login && details.returnTo,
    /** Completes the login prompt for this user as part of a change. Returns the resume URL. */
    finishIn: async (transaction: Transaction, last: Identified): Promise<string> => {
      const { connectorSessions: _, mfa: __, identifiedBy: ___, registeredWith: ____, ...kept } = last;
      const { userId, verificationRecords } = kept;
      await write(transaction, userId, {
        ...details.lastSubmission,
        ...kept,
        verificationRecords: verificationRecords.map(publicRecord),
        login: { accountId: userId },
      });
      return details.returnTo;
    },
    /** Completes the consent prompt with this grant. Returns the resume URL. */
    consentIn: async (db: Database, grantId: string): Promise<string> => {
      const userId = details.session?.accountId ?? '';
      await write(db, userId, { ...details.lastSubmission, consent: { grantId } });
      return details.returnTo;
    },
    /** Refuses the consent prompt; the application or device learns about it. Returns the resume URL. */
    denyIn: async (db: Database): Promise<string> => {
      const result = { error: 'access_denied', error_description: 'The user denied the request.' };
      await write(db, details.session?.accountId ?? '', result);
      return details.returnTo;
    },
  };
};
