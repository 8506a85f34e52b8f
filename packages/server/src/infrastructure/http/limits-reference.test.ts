// The documentation has a row for every rate limit and every queue of tenants, with its numbers.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as limits from './rate-limit.ts';

const root = join(import.meta.dirname, '../../../../..');
const source = join(root, 'packages/server/src');

/** Of all tables of a page: what comes after the first cell, by the first cell. */
const rowsOf = (page: string) =>
  new Map(
    readFileSync(join(root, page), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, first = '', ...others]) => [first, others.join(' | ')] as const),
  );
const english = (value: number) => value.toLocaleString('en');

describe('docs/security.md', () => {
  const rows = rowsOf('docs/security.md');
  type Row = { names: string[]; fixed?: keyof typeof limits.fixedLimits };
  const documented: Record<Exclude<keyof typeof limits, 'fixedLimits'>, Row> = {
    createRateLimit: { names: ['attempts, by IP address'] },
    createMessageLimit: { names: ['messages, by recipient'] },
    createConnectorTestLimit: { names: ['connector tests, by connector'], fixed: 'connectorTest' },
    createApplicationTestLimit: { names: ['application tests, by tenant'], fixed: 'applicationTest' },
    createDocumentLimit: { names: ['documents of clients that are read, by IP address'], fixed: 'document' },
    createNewPasswordLimit: { names: ['new passwords, by user'], fixed: 'newPassword' },
    createScimLimit: { names: ['SCIM requests, by tenant'], fixed: 'scim' },
    createFailureLimit: { names: ['rejected SAML messages, by IP address and connector or application'] },
    createStorageLimit: {
      names: [
        'authorization requests, SAML requests and sign-ins at the gateway, by IP address and tenant',
        'steps of a sign-in, and writes to the own account',
        'log entries about failed token requests',
      ],
    },
  };

  it('has a row for every rate limit', () => {
    const made = Object.keys(limits).filter((name) => name !== 'fixedLimits');
    expect(Object.keys(documented).sort()).toEqual(made.sort());
    // Each limit of a node is made in one place, so none shares the row of another.
    const uses = readFileSync(join(source, 'services.ts'), 'utf8').match(/create\w+Limit\(/g) ?? [];
    const rate = uses.map((use) => use.slice(0, -1)).filter((name) => made.includes(name));
    expect(rate.sort()).toEqual(
      Object.entries(documented)
        .flatMap(([name, { names }]) => names.map(() => name))
        .sort(),
    );
    expect(Object.values(documented).flatMap(({ names }) => names.filter((name) => !rows.has(name)))).toEqual([]);
  });

  it('has the numbers of those that no setting changes', () => {
    const all = Object.values(documented).filter(({ fixed }) => fixed);
    expect(all.map(({ fixed }) => fixed).sort()).toEqual(Object.keys(limits.fixedLimits).sort());
    for (const {
      names: [name = ''],
      fixed,
    } of all) {
      const { points, seconds } = limits.fixedLimits[fixed ?? 'scim'];
      expect(rows.get(name)).toContain(`${english(points)} ${seconds === 60 ? 'per minute' : 'in ten minutes'}`);
    }
  });
});

describe('docs/operating/limits.md', () => {
  const rows = rowsOf('docs/operating/limits.md');
  const documented: Record<string, string[]> = {
    'authentication/passwords/passwords.ts': ['Argon2id password hashes', 'imported password hashes'],
    'authentication/protected-applications/pattern-workers.ts': [
      'page rules of protected applications, for paths that are new to the node',
    ],
    'authorization/custom-jwt/sandbox.ts': ['custom claims scripts'],
    'infrastructure/concurrency/key-pairs.ts': ['RSA key pairs, for SAML applications, signing keys and connectors'],
    'infrastructure/database/tenant-database.ts': ['database connections'],
    'infrastructure/http/limit-uploads.ts': ['uploads, while they are read'],
    'infrastructure/search/pattern-searches.ts': [
      'searches with `posix` and `similar_to`, and SCIM filters without an index',
    ],
    'infrastructure/stored-files/stored-files.ts': ['files that are copied from a bucket'],
  };
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(source, file), 'utf8').includes(' = createFairQueue({'));

  it('has a row for every queue', () => {
    expect(files.sort()).toEqual(Object.keys(documented).sort());
  });

  it.each(Object.entries(documented))('has the length and patience of %s', (file, names) => {
    const text = names.map((name) => rows.get(name) ?? '').join(' ');
    const code = readFileSync(join(source, file), 'utf8');
    const numbers = (pattern: RegExp) =>
      [...code.matchAll(pattern)].map(([, value = '']) => Number(value.replaceAll('_', '')));
    const lengths = numbers(/queueLength: (\d[\d_]*)/g);
    expect(lengths.length).toBeGreaterThan(0);
    for (const length of lengths) expect(text).toContain(`${english(length)}, for `);
    for (const patience of numbers(/patienceMs(?::| =) (\d[\d_]{3,})/g)) {
      expect(text).toContain(`for ${patience / 1000} seconds`);
    }
  });
});
