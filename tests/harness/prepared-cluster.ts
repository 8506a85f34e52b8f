// One cluster for a whole test run, with a migrated and seeded template database per edition.
import pg from 'pg';
import { startCluster, withDatabase } from './cluster.ts';
import { startProcess } from './process.ts';

export const startPreparedCluster = async () => {
  const cluster = await startCluster();
  const superuser = new pg.Client({ connectionString: cluster.superuserUrl });
  await superuser.connect();
  for (const edition of ['oss', 'cloud']) {
    const database = `template_${edition}`;
    await superuser.query(`create database ${database} owner tessera`);
    const inside = new pg.Client({ connectionString: withDatabase(cluster.superuserUrl, database) });
    await inside.connect();
    await inside.query('create extension if not exists pg_trgm');
    await inside.end();
    const url = withDatabase(cluster.superuserUrl, database, 'tessera:tessera');
    const server = await startProcess({ DATABASE_URL: url, EDITION: edition });
    await server.stop();
  }
  await superuser.end();
  return cluster;
};
