// A DNS server on loopback with records set by the test: aliases, addresses, texts, or no answer.
import { createSocket } from 'node:dgram';
import dns from 'node:dns';

type Record = { cname: string } | { address: string } | { texts: string[] };
type Zone = Map<string, Record>;

const types = { 1: 'A', 5: 'CNAME', 16: 'TXT' } as const;
const nameError = 3;

const encodeName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
const decodeName = (message: Buffer, start: number): { name: string; end: number } => {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
};
const resource = (name: string, type: number, data: Buffer) => {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name), fixed, data]);
};

/** The answers to one question: an alias, and its target if an address is asked for. */
const answersTo = (zone: Zone, name: string, type: string | undefined): Buffer[] => {
  const found = zone.get(name);
  if (!found) return [];
  if ('texts' in found) {
    const encoded = found.texts.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]));
    return type === 'TXT' ? encoded.map((data) => resource(name, 16, data)) : [];
  }
  if ('address' in found) {
    return type === 'A' ? [resource(name, 1, Buffer.from(found.address.split('.').map(Number)))] : [];
  }
  const alias = resource(name, 5, encodeName(found.cname));
  return type === 'A' ? [alias, ...answersTo(zone, found.cname, type)] : [alias];
};

const reply = (zone: Zone, question: Buffer): Buffer => {
  const { name, end } = decodeName(question, 12);
  const type = types[question.readUInt16BE(end) as keyof typeof types];
  const answers = answersTo(zone, name, type);
  const header = Buffer.alloc(12);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8580 | (zone.has(name) ? 0 : nameError), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, question.subarray(12, end + 4), ...answers]);
};

export type DnsServer = Awaited<ReturnType<typeof startDnsServer>>;

export const startDnsServer = async () => {
  const zone: Zone = new Map();
  const state = { silent: false };
  const awaited = new Set<string>();
  const held: (() => void)[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { address, port }) => {
    if (state.silent) return;
    awaited.delete(decodeName(question, 12).name);
    held.push(() => socket.send(reply(zone, question), port, address));
    if (awaited.size === 0) for (const answer of held.splice(0)) answer();
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    zone,
    beSilent: (silent: boolean) => {
      state.silent = silent;
    },
    /** No question is answered before all these names have been asked for. */
    awaitAll: (names: readonly string[]) => {
      for (const name of names) awaited.add(name);
    },
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
};

/** Resolves test names to loopback in this process. Returns a function that undoes it. */
export const findAtLoopback = (suffix: string) => {
  const { lookup } = dns;
  const found = (name: string, options: unknown, done: unknown) => {
    if (!name.endsWith(suffix)) return (lookup as (...all: unknown[]) => unknown)(name, options, done);
    const answer = (typeof options === 'function' ? options : done) as (...all: unknown[]) => void;
    const wantsAll = (options as { all?: boolean }).all === true;
    if (wantsAll) answer(null, [{ address: '127.0.0.1', family: 4 }]);
    else answer(null, '127.0.0.1', 4);
  };
  dns.lookup = found as typeof lookup;
  return () => {
    dns.lookup = lookup;
  };
};
