// Setup of all API tests: one cluster, and a template database per edition.

import type { TestProject } from 'vitest/node';
import { startPreparedCluster } from './prepared-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    superuserUrl: string;
  }
}

export default async function setup(project: TestProject) {
  const cluster = await startPreparedCluster();
  project.provide('superuserUrl', cluster.superuserUrl);
  return () => cluster.stop();
}
