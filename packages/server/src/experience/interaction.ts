// The interaction behind the sign-in pages: the provider keeps it, the browser holds its cookie, and the state of the
// experience lives in its result until it is submitted.
import type { SocialSession } from '@tessera/connectors/connector';
import type { InteractionEvent } from '@tessera/contract/experience';
import { sql } from 'kysely';
import { errors, type InteractionResults } from 'oidc-provider';
import type { KnownElsewhere } from '../connectors/social-connector.ts';
import type { Database, Transaction } from '../database/tenant-database.ts';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import type { Factor } from '../mfa/factors.ts';
import type { Services } from '../services.ts';
import type { ExtraProfile } from './extra-profile.ts';
import { publicRecord, type VerificationRecord } from './verifications.ts';

/** What has been collected for the user so far; written at submission. */
export type PendingProfile = ExtraProfile & {
  username?: string;
  primaryEmail?: string;
  primaryPhone?: string;
  passwordEncrypted?: string;
  passwordEncryptionMethod?: 'Argon2id';
  name?: string;
  avatar?: string;
  /** Who the person is elsewhere, to be linked. */
  socialIdentity?: { target: string; user: KnownElsewhere };
  ssoIdentity?: { connectorId: string; issuer: string; user: KnownElsewhere };
  /** Organizations that the person joins by the token they came with. */
  jitOrganizationIds?: string[] | undefined;
};

/** What has been decided about second factors so far; written at submission. */
export type PendingFactors = {
  factors: Factor[];
  /** An address was added to have a factor. */
  isAddressBound?: true;
  skipped?: true;
  suggestionSkipped?: true;
};

/** While the person is away at somebody else's sign-in: what they have to come back with, and what belongs to it. */
export type ConnectorSession = { connectorId: string; state: string; redirectUri: string; session: SocialSession };

export type ExperienceState = {
  interactionEvent: InteractionEvent;
  userId?: string;
  /** True when this interaction created the user. */
  isNewUser?: boolean;
  profile: PendingProfile;
  mfa?: PendingFactors;
  /** What a passkey is being asked. */
  challenge?: string;
  /** Whether a captcha has shown that a person is at work. */
  captcha?: { verified: boolean };
  verificationRecords: VerificationRecord[];
  /** By the id of the verification that each is for. */
  connectorSessions?: Record<string, ConnectorSession>;
};

type Identified = ExperienceState & { userId: string };
export type Interaction = Awaited<ReturnType<typeof interactionOf>>;

export const interactionOf = async (services: Services, tenantId: string, raw: Context['raw']) => {
  const provider = await services.providers.of(tenantId);
  const details = await provider.interactionDetails(raw.request, raw.response).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) throw new RequestError('session.not_found');
    throw error;
  });
  const stored = details.result as (ExperienceState & InteractionResults) | undefined;
  const state: ExperienceState | undefined = stored?.interactionEvent ? { ...stored } : undefined;
  const latest = { userId: state?.userId };

  /**
   * An interaction that has come to know somebody else meanwhile is not turned to another person. `otherwise` says whose
   * it is while it knows nobody: the person's, or nobody's any more.
   */
  const write = async (transaction: Database, userId: string, result: object, otherwise: string | null = userId) => {
    const written = await transaction
      .updateTable('oidcModelInstances')
      .set({ payload: sql`jsonb_set(payload, '{result}', ${JSON.stringify(result)}::jsonb)` })
      .where('modelName', '=', 'Interaction')
      .where('id', '=', details.jti)
      .where(sql<string>`coalesce(payload #>> '{result,userId}', ${otherwise})`, '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!written) throw new RequestError('session.identity_conflict');
  };

  return {
    provider,
    details,
    applicationId: String(details.params.client_id),
    /** Without a first call that names the event there is nothing to continue. */
    state: (): ExperienceState => {
      if (!state) throw new RequestError('session.interaction_not_found');
      return state;
    },
    /** Who the person is, as far as the last step found out. */
    knownUserId: () => latest.userId,
    save: async (next: ExperienceState) => {
      latest.userId = next.userId;
      details.result = next as unknown as InteractionResults;
      await details.save(details.exp - services.clock.seconds());
    },
    /** As part of a change: the person exists and the interaction knows them, or neither. */
    saveIn: async (transaction: Transaction, next: Identified) => {
      await write(transaction, next.userId, next);
      latest.userId = next.userId;
    },
    /** Forgets everything, as part of a change: once only, and only for the person it came to know. */
    clearIn: (transaction: Transaction, userId: string) => write(transaction, userId, {}, null),
    /** Ends the login prompt for this user, as part of a change. Answers the address where the browser goes on. */
    finishIn: async (transaction: Transaction, last: Identified): Promise<string> => {
      const { connectorSessions: _, mfa: __, challenge: ___, ...kept } = last;
      const { userId, verificationRecords } = kept;
      await write(transaction, userId, {
        ...details.lastSubmission,
        ...kept,
        verificationRecords: verificationRecords.map(publicRecord),
        login: { accountId: userId },
      });
      return details.returnTo;
    },
    /** Ends the consent prompt with this grant. Answers the address where the browser goes on. */
    consentIn: async (db: Database, grantId: string): Promise<string> => {
      const userId = details.session?.accountId ?? '';
      await write(db, userId, { ...details.lastSubmission, consent: { grantId } });
      return details.returnTo;
    },
  };
};
