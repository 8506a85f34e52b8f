// Client credentials tokens: the product compared with a bare server and the library alone, and the database's
// transactions.
import { machineCredentials } from '@tessera/tests/harness/api';
import { measure, type Round, warmUp } from './load.ts';
import { machine, resource, tokenRequest } from './machine.ts';
import { type Peer, startPeer } from './peers.ts';
import type { Inspected } from './product.ts';
import { type Goal, show, table } from './report.ts';

const seconds = 3;

export type TokenNumbers = Record<'bare' | 'library' | 'product', Round> & { transactionsPerToken: number };

const requests = async ({ server }: Inspected, bare: Peer, library: Peer) => {
  const { clientId, clientSecret } = await machineCredentials(server);
  const token = {
    product: `${server.base('admin')}/oidc/token`,
    bare: `${bare.origin}/token`,
    library: `${library.origin}/token`,
  };
  return {
    bare: tokenRequest(bare.pid, token.bare, machine, resource),
    library: tokenRequest(library.pid, token.library, machine, resource),
    product: tokenRequest(server.pid, token.product, { id: clientId, secret: clientSecret }, resource),
  };
};

export const measureTokens = async (product: Inspected): Promise<TokenNumbers> => {
  const peers = await Promise.all([startPeer('bare-server'), startPeer('library-server')]);
  try {
    const targets = await requests(product, ...peers);
    for (const target of Object.values(targets)) await warmUp(target);
    const before = await product.transactions();
    const measured = await measure(targets, seconds);
    const transactions = (await product.transactions()) - before;
    return { ...measured, transactionsPerToken: transactions / measured.product.answers };
  } finally {
    for (const peer of peers) peer.stop();
  }
};

export const tokenTable = ({ bare, library, product }: TokenNumbers): string => {
  const row = (name: string, { perSecond, cpu }: Round) => [
    name,
    show(perSecond),
    show(perSecond / bare.perSecond, '×', 2),
    show(cpu * 1000, 'µs'),
    show(cpu / library.cpu, '×', 2),
  ];
  return table([
    ['Tokens by client credentials', 'a second', 'of bare', 'CPU each', 'of library'],
    row('bare: node:http and jose', bare),
    row('library: oidc-provider alone', library),
    row('Tessera', product),
  ]);
};

export const tokenGoals = ({ bare, library, product, transactionsPerToken }: TokenNumbers): Goal[] => [
  {
    name: 'tokens a second, of the bare server',
    measured: product.perSecond / bare.perSecond,
    limit: 0.45,
    atLeast: true,
    unit: '×',
    digits: 2,
  },
  {
    name: 'CPU of a token, of the library alone',
    measured: product.cpu / library.cpu,
    limit: 1.25,
    unit: '×',
    digits: 2,
  },
  {
    // The audit log writes four times a second under any load; one statement per token would show as 1.
    name: 'database transactions for a token',
    measured: transactionsPerToken,
    limit: 0.02,
    unit: '',
    digits: 4,
  },
];
