import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, startProduct } from './product.ts';
import { measureUsers, userTable } from './users.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-bench-users-'));
const { running } = await startProduct(dataDir);
try {
  const p = await inspect(running, dataDir);
  const t = performance.now();
  console.log(userTable(await measureUsers(p.server)));
  console.log('all', performance.now() - t);
  await p.leave();
} finally {
  await running.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
