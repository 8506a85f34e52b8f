// Entry point of `npm start`, or of a command if an argument is given. Node's compile cache is stored next to it, which
// makes the next start faster.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, 'compiled'));
const commands: Record<string, () => Promise<unknown>> = {
  admin: () => import('./user-management/profile/admin-command.ts'),
  'rotate-vault-key': () => import('./infrastructure/vault/rotate-command.ts'),
};

const [command] = process.argv.slice(2);
const run = command === undefined ? () => import('./process.ts') : commands[command];
if (run) await run();
else {
  process.stderr.write(`Unknown command ${command}. Commands: ${Object.keys(commands).join(', ')}\n`);
  process.exit(1);
}
