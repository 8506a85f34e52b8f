// Preloaded into the server process: rejects every outgoing connection not opened by the outbound gate or the database,
// and reports it on stderr. Plain JavaScript, to avoid any startup cost.
import dgram from 'node:dgram';
import net from 'node:net';

/** Parses `postgresql://user@one:5432,two:5433/name`. */
const addressesOf = (url = '') =>
  (/^\w+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url)?.[1] ?? '').split(',').map((text) => {
    const [host, port = 5432] = text.split(':');
    return { host, port: Number(port) };
  });
const databases = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'].flatMap((name) =>
  addressesOf(process.env[name]),
);
const isDatabase = ({ host, port, path }) =>
  path
    ? /\/\.s\.PGSQL\.\d+$/.test(path)
    : databases.some((database) => database.host === host && database.port === Number(port));

/** Only the gate passes this lookup, which pins the addresses it has checked. */
const isGate = ({ path, lookup }) => !path && lookup?.name === 'lookUpChecked';

const refuse = (to) => {
  const error = new Error(`Not opened: ${to}`);
  process.stderr.write(`Outgoing connection past the gate: ${to}\n${error.stack}\n`);
  return error;
};

/** Normalizes the arguments of `net`: a port, a path or options, possibly wrapped in an array. */
const optionsOf = (given) => {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  if (typeof first === 'object' && first !== null) return first;
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first };
  return { port: first, host: typeof second === 'string' ? second : 'localhost' };
};

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function connectGuarded(...given) {
  const options = optionsOf(given);
  if (isGate(options) || isDatabase(options)) return connect.apply(this, given);
  const error = refuse(options.path ?? `${options.host}:${options.port}`);
  process.nextTick(() => this.destroy(error));
  return this;
};

for (const name of ['send', 'connect']) {
  dgram.Socket.prototype[name] = function refuseDatagram() {
    throw refuse('datagram');
  };
}
