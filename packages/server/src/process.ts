// The process: settings, database, listeners, and graceful shutdown.
import { assemble, type DatabaseAddress } from './assemble.ts';
import { mayBeSite, parseHosts } from './infrastructure/http/resolve-request.ts';
import { drain, hostsFor, ListenError, type Listened, type Listening, listen } from './listen.ts';
import { createLog, type Log } from './log.ts';
import { openDatabase } from './open-database.ts';
import { readSettings, type Settings, withoutSecrets } from './settings.ts';
import { version } from './version.ts';

// Otherwise a closed terminal would end the process before the database has stopped.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** After the requests: for jobs, the audit log and connections. */
const closeLimitMs = 5_000;

const listenersOf = (settings: Settings, parts: Awaited<ReturnType<typeof assemble>>): Listened[] => {
  const { port, endpoint, adminPort, adminEndpoint, metricsPort, metricsHost, host } = settings;
  const { frontDoor, metricsListener, services } = parts;
  const isLeaving = () => services.lifecycle.draining;
  const hosts = parseHosts(settings);
  const main = {
    ...{ listener: frontDoor('main'), setting: 'PORT', port, hosts: hostsFor(endpoint, host), isLeaving },
    mayUpgrade: (asked: string | undefined) => mayBeSite(hosts, { listener: 'main', host: asked }),
  };
  const admin = adminPort !== undefined &&
    adminEndpoint !== undefined && {
      listener: frontDoor('admin'),
      setting: 'ADMIN_PORT',
      port: adminPort,
      hosts: hostsFor(adminEndpoint, host),
      isLeaving,
    };
  const metrics = metricsPort !== undefined && {
    listener: metricsListener(),
    setting: 'METRICS_PORT',
    port: metricsPort,
    hosts: [metricsHost],
    isLeaving,
  };
  return [main, admin, metrics].filter((listened) => listened !== false);
};

/** Libraries are loaded only if needed. */
const openTracing = async ({ tracing }: Settings, log: Log) => {
  if (!tracing) return undefined;
  const { startTracing } = await import('./infrastructure/tracing/start-tracing.ts');
  return startTracing(tracing, (error) => log.warn({ error }, 'traces could not be sent'));
};

const serve = async (settings: Settings, database: DatabaseAddress) => {
  const log = createLog(settings);
  const tracing = await openTracing(settings, log);
  const parts = await assemble(settings, database, { log, say, tracing });
  log.info({ version, settings: withoutSecrets(settings) }, 'settings');
  try {
    const listening: Listening[] = [];
    for (const listened of listenersOf(settings, parts)) listening.push(...(await listen(listened)));
    say(`Tessera ${version} is ready at ${parts.services.addresses.consoleUrl || settings.endpoint}`);
    return async () => {
      parts.services.lifecycle.draining = true;
      await drain(listening, settings.drainSeconds * 1000, settings.shutdownSeconds * 1000);
      return parts.close(closeLimitMs);
    };
  } catch (error) {
    await parts.close(closeLimitMs);
    throw error;
  }
};

const stopRequested = () =>
  new Promise<void>((resolve) => {
    const stop = () => resolve();
    // Not `once`: a launcher forwards a signal the terminal has also sent, and the second one must not end the process
    // before the database has stopped. Shutdown has its own time limit.
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    process.on('SIGHUP', stop);
    // A signal sent only to npm does not reach us; its exit does.
    const parent = process.ppid;
    if (!process.env.npm_lifecycle_event) return;
    setInterval(() => {
      if (process.ppid !== parent) stop();
    }, 500).unref();
  });

/** Resolves to whether everything was written. */
const run = async (): Promise<boolean> => {
  const settings = readSettings(process.env);
  const stopping = stopRequested();
  const { embedded, ...database } = await openDatabase(settings, say);
  try {
    const close = await serve(settings, database);
    await stopping;
    say('Stopping');
    return await close();
  } finally {
    await embedded?.stop();
  }
};

try {
  process.exit((await run()) ? 0 : 1);
} catch (error) {
  const { message } = error as Error;
  process.stderr.write(`Tessera cannot start: ${message.split('\n')[0]}\n`);
  if (!(error instanceof ListenError) && process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
}
