// `rotate-vault-key`: replaces the data key while nodes serve.

import { openDatabase } from '../../open-database.ts';
import { readSettings } from '../../settings.ts';
import { createHosts } from '../database/hosts.ts';
import { rotateKey } from './rotate-key.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

const run = async () => {
  const settings = readSettings(process.env);
  const { embedded, url, directUrl, keyFile } = await openDatabase(settings, say);
  try {
    const client = createHosts(directUrl ?? url).createClient({ application_name: 'tessera rotation' });
    client.on('error', () => {});
    await client.connect();
    try {
      await rotateKey({ client, keks: settings.secretVaultKeks, keyFile, say });
    } finally {
      await client.end();
    }
  } finally {
    await embedded?.stop();
  }
  say('The key was rotated');
};

try {
  await run();
  process.exit(0);
} catch (error) {
  process.stderr.write(`The key was not rotated: ${(error as Error).message.split('\n')[0]}\n`);
  process.exit(1);
}
