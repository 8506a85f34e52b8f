// Sign-ins in a range of days, summed from the daily counters.
import type { SignIns } from '@tessera/contract/dashboard';
import { sql } from 'kysely';
import type { Database } from '../../infrastructure/database/tenant-database.ts';

const mostApplications = 10;

type Counted = { succeeded: number; failed: number };

export const signInsBetween = async (db: Database, first: string, last: string): Promise<SignIns> => {
  const within = sql`date between ${first}::date and ${last}::date`;
  // Finished sign-ins have no method, and failures are those of the verifications.
  const numbers = sql`coalesce(sum(succeeded) filter (where method = ''), 0)::bigint as succeeded,
    coalesce(sum(failed), 0)::bigint as failed`;
  const [total, methods, applications] = await Promise.all([
    sql<Counted>`select ${numbers} from daily_sign_ins where ${within}`.execute(db),
    sql<Counted & { method: string }>`
      select method, sum(succeeded)::bigint as succeeded, sum(failed)::bigint as failed
      from daily_sign_ins where ${within} and method <> ''
      group by method order by sum(succeeded + failed) desc, method`.execute(db),
    sql<Counted & { applicationId: string; name: string | null }>`
      select counted.*, applications.name
      from (
        select application_id, ${numbers} from daily_sign_ins
        where ${within} and application_id <> ''
        group by application_id order by sum(succeeded + failed) desc, application_id limit ${mostApplications}
      ) as counted
      left join applications on applications.id = counted.application_id
      order by counted.succeeded + counted.failed desc, counted.application_id`.execute(db),
  ]);
  return {
    total: total.rows[0] ?? { succeeded: 0, failed: 0 },
    methods: methods.rows,
    applications: applications.rows,
  };
};
