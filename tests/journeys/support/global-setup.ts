// Setup of all journeys: one cluster with template databases. Workers get its address from the environment.
import { startPreparedCluster } from '../../harness/prepared-cluster.ts';
import { clusterVariable } from './server.ts';

export default async function setup() {
  const cluster = await startPreparedCluster();
  process.env[clusterVariable] = cluster.superuserUrl;
  return () => cluster.stop();
}
