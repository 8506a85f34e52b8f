// The process: settings, database, listeners; and an orderly end.
import { assemble } from './assemble.ts';
import { drain, hostsFor, ListenError, type Listened, type Listening, listen } from './listen.ts';
import { createLog } from './log.ts';
import { type Embedded, startEmbedded } from './postgres/embedded.ts';
import { readSettings, type Settings } from './settings.ts';
import { version } from './version.ts';

// Without these a closed terminal would end the process before the database has stopped.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
const say = (line: string) => void process.stdout.write(`${line}\n`);

const database = async (settings: Settings): Promise<{ url: string; embedded: Embedded | undefined }> => {
  if (settings.databaseUrl) return { url: settings.databaseUrl, embedded: undefined };
  const embedded = await startEmbedded({ dataDir: settings.dataDir, log: say });
  return { url: embedded.url, embedded };
};

const listenersOf = (settings: Settings, parts: Awaited<ReturnType<typeof assemble>>): Listened[] => {
  const { port, endpoint, adminPort, adminEndpoint, metricsPort, host } = settings;
  const { frontDoor, metrics, services } = parts;
  const isLeaving = () => services.lifecycle.draining;
  const main = { listener: frontDoor('main'), setting: 'PORT', port, hosts: hostsFor(endpoint, host), isLeaving };
  const admin = adminPort !== undefined &&
    adminEndpoint !== undefined && {
      listener: frontDoor('admin'),
      setting: 'ADMIN_PORT',
      port: adminPort,
      hosts: hostsFor(adminEndpoint, host),
      isLeaving,
    };
  // The numbers are for the machine's own collector.
  const numbers = metricsPort !== undefined && {
    listener: metrics.answers(),
    setting: 'METRICS_PORT',
    port: metricsPort,
    hosts: ['127.0.0.1'],
    isLeaving,
  };
  return [main, admin, numbers].filter((listened) => listened !== false);
};

const serve = async (settings: Settings, url: string) => {
  const parts = await assemble(settings, url, createLog(settings), say);
  try {
    const listening: Listening[] = [];
    for (const listened of listenersOf(settings, parts)) listening.push(...(await listen(listened)));
    say(`Tessera ${version} is ready at ${parts.services.addresses.consoleUrl || settings.endpoint}`);
    return async () => {
      parts.services.lifecycle.draining = true;
      await drain(listening, settings.drainSeconds * 1000);
      await parts.close();
    };
  } catch (error) {
    await parts.close();
    throw error;
  }
};

const stopRequested = () =>
  new Promise<void>((resolve) => {
    const stop = () => resolve();
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    process.once('SIGHUP', stop);
    // A signal sent to npm alone does not reach us; its end does.
    const parent = process.ppid;
    if (!process.env.npm_lifecycle_event) return;
    setInterval(() => {
      if (process.ppid !== parent) stop();
    }, 500).unref();
  });

const run = async () => {
  const settings = readSettings(process.env);
  const stopping = stopRequested();
  const { url, embedded } = await database(settings);
  try {
    const close = await serve(settings, url);
    await stopping;
    say('Stopping');
    await close();
  } finally {
    await embedded?.stop();
  }
};

try {
  await run();
  process.exit(0);
} catch (error) {
  const { message } = error as Error;
  process.stderr.write(`Tessera cannot start: ${message.split('\n')[0]}\n`);
  if (!(error instanceof ListenError) && process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
}
