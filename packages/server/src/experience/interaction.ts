// The interaction behind the sign-in pages: the provider keeps it, the browser holds its cookie, and the state of the
// experience lives in its result until it is submitted.
import type { InteractionEvent } from '@tessera/contract/experience';
import { errors, type InteractionResults } from 'oidc-provider';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import type { Services } from '../services.ts';
import type { VerificationRecord } from './verifications.ts';

/** What has been collected for the user so far; written at submission. */
export type PendingProfile = {
  username?: string;
  passwordEncrypted?: string;
  passwordEncryptionMethod?: 'Argon2id';
};

export type ExperienceState = {
  interactionEvent: InteractionEvent;
  userId?: string;
  /** True when this interaction created the user. */
  isNewUser?: boolean;
  profile: PendingProfile;
  verificationRecords: VerificationRecord[];
};

export type Interaction = Awaited<ReturnType<typeof interactionOf>>;

export const interactionOf = async (services: Services, tenantId: string, raw: Context['raw']) => {
  const provider = await services.providers.of(tenantId);
  const details = await provider.interactionDetails(raw.request, raw.response).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) throw new RequestError('session.not_found');
    throw error;
  });
  const stored = details.result as (ExperienceState & InteractionResults) | undefined;
  const state: ExperienceState | undefined = stored?.interactionEvent ? { ...stored } : undefined;

  return {
    provider,
    details,
    applicationId: String(details.params.client_id),
    /** Without a first call that names the event there is nothing to continue. */
    state: (): ExperienceState => {
      if (!state) throw new RequestError('session.interaction_not_found');
      return state;
    },
    save: async (next: ExperienceState) => {
      details.result = next as unknown as InteractionResults;
      await details.save(details.exp - services.clock.seconds());
    },
    /** Ends the login prompt for this user. Answers the address where the browser goes on. */
    finish: async (userId: string, last: ExperienceState) =>
      provider.interactionResult(raw.request, raw.response, {
        ...({ ...last, verificationRecords: last.verificationRecords.map(({ id, type }) => ({ id, type })) } as object),
        login: { accountId: userId },
      }),
  };
};
