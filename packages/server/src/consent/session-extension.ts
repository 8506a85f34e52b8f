// What the person did to sign in is kept beside the session, for whoever has to explain or enrich its tokens; and the
// application of a person's first sign-in is remembered with the person.
import type { Run, Statement } from '../database/tenant-database.ts';

type Submission = {
  userId: string;
  applicationId: string;
  sessionUid: string | undefined;
  /** Nothing, when the session was there before. */
  lastSubmission: object | undefined;
};

const remember: Statement = {
  name: 'remember-submission',
  text: `with submission as (
      insert into oidc_session_extensions (session_uid, account_id, last_submission) values ($1, $2, $3)
      on conflict (tenant_id, session_uid)
        do update set account_id = excluded.account_id, last_submission = excluded.last_submission
    )
    update users set application_id = $4, updated_at = updated_at where id = $2 and application_id is null`,
};

export const rememberSubmission = async (run: Run, submission: Submission) => {
  const { userId, applicationId, sessionUid, lastSubmission } = submission;
  if (!sessionUid || !lastSubmission) return;
  await run(remember, [sessionUid, userId, JSON.stringify(lastSubmission), applicationId]);
};
