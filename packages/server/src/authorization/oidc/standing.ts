// What is stored for a signed-in user stands on their session and, while a sign-in resumes, on that sign-in. Both are
// locked while the row is written, so an end either finds this row or keeps it from being written.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { modelId } from '../../infrastructure/database/digest.ts';

/** Row ID of the sign-in, and uid of the session. The session of a first sign-in has no row yet. */
export type Standing = { signIn?: string | undefined; sessionUid?: string | undefined };

export const standingOf = (ctx: KoaContextWithOIDC | undefined): Standing => {
  const { session, result, entities } = ctx?.oidc ?? {};
  if (!session?.accountId) return {};
  const signIn = result?.login && entities?.Interaction && modelId('Interaction', entities.Interaction.jti);
  return { signIn, sessionUid: session.uid };
};

/** Locks the sign-in of `$10`. A resumed one keeps its user until it is ended. */
export const lockSignIn = `with sign_in as materialized (
    select id from oidc_model_instances
    where tenant_id = current_setting('tessera.tenant') and model_name = 'Interaction' and id = $10::text
      and payload <> '{}'
    for share
  )`;
export const signInStands = '($10::text is null or exists (select from sign_in))';

/** Locks also the session of `$11`. */
export const lockStanding = `${lockSignIn}, session as materialized (
    select consumed_at from oidc_model_instances
    where tenant_id = current_setting('tessera.tenant') and model_name = 'Session' and uid = $11::text
    for share
  )`;
export const stillStands = `${signInStands} and ($11::text is null
  or (select coalesce(bool_and(consumed_at is null), $10::text is not null) from session))`;
