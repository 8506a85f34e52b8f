// `admin reset-password <username>`: sets a one-time password for an administrator who has lost theirs. Run on the
// server with its settings, also while it is serving.

import { assemble } from '../../assemble.ts';
import { hashNewPassword } from '../../authentication/experience/new-password.ts';
import { findByIdentifier } from '../../authentication/experience/unique-identifiers.ts';
import { openChange } from '../../infrastructure/database/change.ts';
import { adminTenant } from '../../infrastructure/http/resolve-request.ts';
import { createLog } from '../../log.ts';
import { openDatabase } from '../../open-database.ts';
import { random } from '../../random.ts';
import type { Services } from '../../services.ts';
import { readSettings } from '../../settings.ts';
import { writeUser } from '../users/write-user.ts';

const usage = 'Usage: npm run admin -- reset-password <username or email address>';
const namesShown = 20;

const say = (line: string) => void process.stdout.write(`${line}\n`);

const unknownUser = async ({ databases }: Services, name: string) => {
  const rows = await databases
    .of(adminTenant)
    .selectFrom('users')
    .select(['username', 'primaryEmail'])
    .orderBy('createdAt')
    .limit(namesShown)
    .execute();
  const names = rows.flatMap(({ username, primaryEmail }) => username ?? primaryEmail ?? []);
  const known = names.length > 0 ? `Administrators: ${names.join(', ')}` : 'There are no administrators yet.';
  return new Error(`No administrator is called ${name}. ${known}`);
};

const resetPassword = async (services: Services, name: string): Promise<string> => {
  const db = services.databases.of(adminTenant);
  const type = name.includes('@') ? 'email' : 'username';
  const user = await findByIdentifier({ db, services }, { type, value: name });
  if (!user) throw await unknownUser(services, name);
  const password = random.secret();
  const change = openChange({
    db,
    tenantId: adminTenant,
    invalidation: services.invalidation,
    actor: () => ({ type: 'system', id: null }),
    operation: 'user.password-changed',
    requestId: 'command',
  });
  try {
    const columns = await hashNewPassword({ services, tenantId: adminTenant }, password);
    // Without `keep`, all sessions of the user end.
    await writeUser({ change, services, tenantId: adminTenant }, { kind: 'administrator' }, user.id, columns);
    await change.commit();
  } catch (error) {
    await change.rollback();
    throw error;
  }
  return password;
};

const run = async ([command, name]: readonly string[]) => {
  if (command !== 'reset-password' || name === undefined) throw new Error(usage);
  const settings = readSettings(process.env);
  const { embedded, ...database } = await openDatabase(settings, () => {});
  try {
    const { services, close } = await assemble(settings, database, {
      log: createLog({ logLevel: 'fatal' }),
      say: () => {},
      tracing: undefined,
    });
    try {
      const password = await resetPassword(services, name);
      say(`New password for ${name}: ${password}`);
      say('All sessions have ended. Sign in, and choose another password in your profile.');
    } finally {
      await close(10_000);
    }
  } finally {
    await embedded?.stop();
  }
};

try {
  await run(process.argv.slice(3));
  process.exit(0);
} catch (error) {
  const message = (error as Error).message;
  process.stderr.write(`${message === usage ? usage : `The password was not reset: ${message}`}\n`);
  process.exit(1);
}
