// Every operation that hashes, sends, stores or searches declares a limit, and limits by IP address are enforced before
// anything else.
import type { Limit } from '@tessera/contract/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditLogWritten } from '../harness/audit-log.ts';
import { type Described, filled, isCloud, operations } from '../harness/contract.ts';
import { partsOf } from '../harness/schema-values.ts';
import { type TestServer, useServer } from '../harness/server.ts';

const takes = ({ body }: Described, name: RegExp) =>
  partsOf(body).some(({ properties = {} }) =>
    Object.entries(properties).some(([key, part]) => name.test(key) && part.type === 'string' && !part.enum),
  );
/** A union of fields by type, one of which is the password. */
const takesPasswordField = ({ body }: Described) =>
  partsOf(body).some((part) => part.enum?.includes('password') && part.enum.length === 1);
const queryNames = ({ operation }: Described): string[] => {
  const query = operation.query as { _zod: { def: { shape?: object } } } | undefined;
  return Object.keys(query?._zod.def.shape ?? {});
};
const isManagement = ({ resource }: Described) => resource.access === 'management';

type Rule = { does: string; asked: (one: Described) => boolean; limits: Limit[] };
const rules: Rule[] = [
  {
    does: 'hashes a password or asks whether it is known',
    asked: (one) => takes(one, /^password$/) || takesPasswordField(one),
    limits: ['hashes', 'attempts'],
  },
  {
    does: 'hashes for callers that need no permission',
    asked: (one) => !isManagement(one) && (takes(one, /^password$/) || takesPasswordField(one)),
    limits: ['attempts'],
  },
  {
    does: 'takes a secret that can be guessed',
    asked: (one) => !isManagement(one) && takes(one, /^(code|token)$/),
    limits: ['attempts'],
  },
  {
    does: 'sends a message',
    asked: ({ operation: { method, path } }) =>
      method === 'POST' &&
      /(\/(mfa-)?verification-codes?|\/message|\/organization-invitations|\/connectors\/:\w+\/test|\/message-templates\/test)$/.test(
        path,
      ),
    limits: ['messages'],
  },
  {
    does: 'sends a request to a webhook',
    asked: ({ operation: { method, path } }) =>
      method === 'POST' && /^\/hooks\/:\w+\/(test|.*\breplay(-failed)?)$/.test(path),
    limits: ['attempts'],
  },
  {
    does: 'stores what a user writes about themselves',
    asked: ({ resource, operation: { method, path } }) =>
      ['account', 'me'].includes(resource.access) &&
      method === 'PATCH' &&
      /^(\/my-account)?(\/profile|\/custom-data)?$/.test(path),
    limits: ['attempts'],
  },
  {
    does: 'makes key pairs',
    asked: ({ operation: { method, path } }) =>
      method !== 'GET' && /(\/private-keys\/rotat\w+|^\/saml-applications(\/:id\/secrets)?)$/.test(path),
    limits: ['keys'],
  },
  {
    does: 'stores a file',
    asked: ({ operation }) => Boolean(operation.multipart || operation.upload),
    limits: ['uploads'],
  },
  { does: 'searches', asked: (one) => queryNames(one).some((name) => /^(search|q)$/.test(name)), limits: ['searches'] },
];

describe('R14 every expensive operation declares its limit', () => {
  const cases = rules.flatMap((rule) =>
    operations.filter(rule.asked).map((one) => ({ ...rule, label: one.label, operation: one.operation })),
  );

  it.each(cases)('R14 $label $does', ({ operation, limits }) => {
    expect(limits.filter((limit) => operation.limits?.includes(limit))).not.toEqual([]);
  });

  it('R14 covers all kinds of such operations', () => {
    expect(rules.map(({ asked }) => operations.filter(asked).length).filter((count) => count < 3)).toEqual([]);
  });
});

describe('R14 limits by IP address', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await useServer({ env: { RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1' } });
  });
  const here = operations.filter((one) => !isCloud(one));
  const statusesOf = async ({ path, operation: { method }, resource }: Described, address: string) => {
    const base = server.base(resource.access === 'me' ? 'admin' : 'default');
    const headers = { 'x-forwarded-for': address, 'content-type': 'application/json' };
    const send = () =>
      fetch(`${base}${filled(path)}`, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) });
    return [(await send()).status, (await send()).status];
  };

  it('R14 reject excess requests, and nothing else', async () => {
    const wrong: string[] = [];
    for (const [index, one] of here.entries()) {
      const [first, second] = await statusesOf(one, `198.51.${Math.floor(index / 250)}.${index % 250}`);
      // Without a token, requests of identity providers count as guesses.
      const isGuess = one.resource.access === 'scim';
      const isLimited = isGuess || (one.operation.limits?.includes('attempts') ?? false);
      if (first === 429 || (second === 429) !== isLimited) wrong.push(`${one.label}: ${first}, ${second}`);
    }
    expect(wrong).toEqual([]);
  });

  it('R103 limit what anyone can store: every step of a sign-in, and every write to an own account', async () => {
    const limited = here.filter(({ resource, operation: { method, limits } }) => {
      const isOwn = ['interaction', 'account', 'me'].includes(resource.access);
      return isOwn && method !== 'GET' && !limits?.includes('attempts');
    });
    expect(limited.length).toBeGreaterThan(20);
    // Five authorization requests per minute with this setting, and four steps for each.
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      const one = limited[count % limited.length] as Described;
      const base = server.base('default');
      const headers = { 'x-forwarded-for': '198.51.99.1', 'content-type': 'application/json' };
      const { method } = one.operation;
      if (one.resource.access === 'me') continue;
      statuses.push((await fetch(`${base}${filled(one.path)}`, { method, headers, body: '{}' })).status);
    }
    expect(statuses.indexOf(429)).toBe(20);
  });

  it('R103 records a bounded number of failed token requests', async () => {
    const fail = async () => {
      const headers = { 'x-forwarded-for': '198.51.99.2', 'content-type': 'application/x-www-form-urlencoded' };
      const body = 'grant_type=unknown&client_id=unknown';
      return (await fetch(`${server.base('default')}/oidc/token`, { method: 'POST', headers, body })).status;
    };
    const answers = [await fail(), await fail(), await fail()];
    expect(new Set(answers)).toEqual(new Set([401]));
    await auditLogWritten(server);
    const [row] = await server.query<{ count: string }>(
      `select count(*) from logs where payload ->> 'ip' = '198.51.99.2'`,
    );
    expect(row?.count).toBe('1');
  });
});
