// Speed and load of the machine, needed to interpret the times in the report.
import { generateKeyPairSync, sign } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';

const signatures = 1000;

const signaturesPerSecond = (): number => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const data = Buffer.alloc(256);
  for (let count = 0; count < signatures / 10; count += 1) sign('sha256', data, privateKey);
  const before = process.cpuUsage();
  for (let count = 0; count < signatures; count += 1) sign('sha256', data, privateKey);
  const { user, system } = process.cpuUsage(before);
  return (signatures * 1_000_000) / (user + system);
};

export const conditions = (): string => {
  const cores = availableParallelism();
  const load = loadavg()[0] ?? 0;
  const speed = `One of ${cores} cores makes ${Math.round(signaturesPerSecond())} ES256 signatures in a second of CPU time.`;
  const busy = `Others keep the machine busy (load ${load.toFixed(1)}): times are longer than they would be, ratios less so.`;
  return load > cores / 2 ? `${speed}\n${busy}` : speed;
};
