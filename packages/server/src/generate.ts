// Writes the generated files: the table types of a freshly migrated database, the list of handlers, and the page about
// retention.
// Run it with `npm run generate` after you add a migration or a file that calls `serve`.
import { writeFileSync } from 'node:fs';
import { registry, registryFile } from './generate-registry.ts';
import { generateTables, tablesFile } from './infrastructure/database/generate-tables.ts';
import { migrate } from './infrastructure/database/migrate.ts';
import { startScratchServer } from './infrastructure/database/scratch-server.ts';
import { retentionPage, retentionPageFile } from './infrastructure/housekeeping/retention-page.ts';

const server = await startScratchServer();
try {
  const { url } = await server.createDatabase();
  await migrate({ url, log: () => {} });
  writeFileSync(tablesFile, await generateTables(url));
} finally {
  await server.stop();
}
writeFileSync(registryFile, registry());
writeFileSync(retentionPageFile, retentionPage());
