// Before all API tests: one cluster, and a prepared database for each edition to copy from.

import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startCluster, withDatabase } from './cluster.ts';
import { startProcess } from './process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    superuserUrl: string;
  }
}

export default async function setup(project: TestProject) {
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
  project.provide('superuserUrl', cluster.superuserUrl);
  return () => cluster.stop();
}
