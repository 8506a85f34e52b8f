// Statements that wait for a lock. All databases of a cluster share `pg_locks`, and a table has the same ID in each that is
// copied from one template. (Within a transaction `pg_stat_activity` doesn't change.)
type Kind = 'advisory' | 'relation' | 'transactionid' | 'tuple';

/** Selects a row for each such statement in the database that is asked. */
export const waitingFor = (...kinds: Kind[]): string =>
  `select from pg_locks as waiting where not granted and locktype in (${kinds.map((kind) => `'${kind}'`).join()})
   and exists (select from pg_locks as taken join pg_database as own on own.oid = taken.database
     where taken.pid = waiting.pid and own.datname = current_database())`;
