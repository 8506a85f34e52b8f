// Provisions a fresh cluster: the application's role, database and extension.
import { superuser } from './cluster.ts';
import { connect, type Keeper, urlOf } from './keeper.ts';

const role = 'tessera';
const provisioning = 7_364_524;

// The application's own unprivileged role and the extension it needs. Repeated at every start, so that an interrupted
// first one is completed.
export const provision = async (keeper: Keeper, socketDir: string) => {
  await keeper.query(`select pg_advisory_lock(${provisioning})`);
  try {
    const roles = await keeper.query(`select 1 from pg_roles where rolname = '${role}'`);
    if (roles.rowCount === 0) await keeper.query(`create role ${role} login nosuperuser nobypassrls`);
    const databases = await keeper.query(`select 1 from pg_database where datname = '${role}'`);
    if (databases.rowCount === 0) await keeper.query(`create database ${role} owner ${role}`);
    const { client } = await connect(socketDir, role);
    try {
      await client.query('create extension if not exists pg_trgm');
      // With row-level security, indexes only serve leakproof operators; searches need this one.
      await client.query('alter function pg_catalog.textlike(text, text) leakproof');
    } finally {
      await client.end();
    }
  } finally {
    await keeper.query(`select pg_advisory_unlock(${provisioning})`);
  }
};

export const urlsOf = (socketDir: string) => ({
  url: urlOf(socketDir, role, role),
  superuserUrl: urlOf(socketDir, superuser, role),
});
