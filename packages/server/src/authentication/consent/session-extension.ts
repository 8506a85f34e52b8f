// Stores the last submission with the session, as context for its tokens, and the application of a user's first sign-in
// with the user.
import type { Run, Statement } from '../../infrastructure/database/tenant-database.ts';
import type { Visit } from '../../infrastructure/http/visit.ts';

type Submission = {
  userId: string;
  applicationId: string;
  sessionUid: string | undefined;
  /** Undefined if the session already existed. */
  lastSubmission: object | undefined;
  visit: Pick<Visit, 'ip' | 'userAgent'>;
};

const longestAgent = 512;

const remember: Statement = {
  name: 'remember-submission',
  text: `with submission as (
      insert into oidc_session_extensions (session_uid, account_id, last_submission, ip, user_agent)
      values ($1, $2, $3, $5, $6)
      on conflict (tenant_id, session_uid) do update set
        account_id = excluded.account_id, last_submission = excluded.last_submission,
        ip = excluded.ip, user_agent = excluded.user_agent
    )
    update users set application_id = $4, updated_at = updated_at where id = $2 and application_id is null`,
};

export const rememberSubmission = async (run: Run, submission: Submission) => {
  const { userId, applicationId, sessionUid, lastSubmission, visit } = submission;
  if (!sessionUid || !lastSubmission) return;
  const submitted = [sessionUid, userId, JSON.stringify(lastSubmission), applicationId];
  await run(remember, [...submitted, visit.ip, visit.userAgent.slice(0, longestAgent)]);
};
