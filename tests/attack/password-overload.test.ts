// Password hashes under load: expensive ones are rejected, and stored ones don't delay other tenants.
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/ports.ts';
import { useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { createTenants, type Tenant } from '../harness/tenants.ts';
import type { TestServer } from '../harness/test-server.ts';

const argon2 = (m: number, t: number, p: number) =>
  `$argon2id$v=19$m=${m},t=${t},p=${p}$c29tZXNhbHRzb21lc2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g`;
const bcrypt = (cost: number) => `$2b$${cost}$N9qo8uLOickgx2ZMRZoMyegEfyDB0UGGyhbPleskw1wG7GT2krZFu`;
const pbkdf2 = (rounds: number) => JSON.stringify(['pbkdf2', ['salt', rounds, 32, 'sha256', '@'], 'ab'.repeat(32)]);

describe('R07 password hashes of several tenants', () => {
  let server: TestServer;
  let metricsPort: number;
  let victim: Tenant;
  let attacker: Tenant;
  beforeAll(async () => {
    metricsPort = await freePort();
    server = await useServer({ edition: 'cloud', env: { METRICS_PORT: String(metricsPort) } });
    [victim, attacker] = (await createTenants(server, 2)) as [Tenant, Tenant];
    await obtainTokens({ base: victim.base, client: demoApp(victim.base), username: 'ada', register: true });
  });
  const signIn = () => obtainTokens({ base: victim.base, client: demoApp(victim.base), username: 'ada' });
  /** As stored before there was a limit. */
  const storeUser = (id: string, method: string, digest: string) =>
    server.query(
      `insert into users (tenant_id, id, password_encrypted, password_encryption_method) values ($1, $2, $3, $4)`,
      [attacker.id, id, digest, method],
    );
  /** Waits until a costly hash is being computed. */
  const busy = () =>
    eventually(async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return /^tessera_queue_running\{queue="costly-hashes"\} [1-9]/m.test(metrics);
    });
  const verify = (id: string) => attacker.api.call('POST', `/users/${id}/password/verify`, { password: 'wrong' });

  it.each([
    ['Argon2id', argon2(262_144, 16, 16)],
    ['Argon2id', argon2(131_072, 2, 1)],
    ['Argon2id', argon2(19_456, 2, 8)],
    ['Bcrypt', bcrypt(13)],
    ['Bcrypt', bcrypt(15)],
    ['Legacy', pbkdf2(3_000_000)],
  ])('R07 rejects an expensive digest: %s %s', async (passwordAlgorithm, passwordDigest) => {
    const answer = await attacker.api.call('POST', '/users', { passwordAlgorithm, passwordDigest });
    expect([answer.status, answer.json()]).toMatchObject([400, { code: expect.stringMatching(/invalid/) }]);
  });

  it.each([
    ['Argon2id', argon2(65_536, 3, 4)],
    ['Argon2id', argon2(65_536, 4, 1)],
    ['Bcrypt', bcrypt(12)],
    ['Legacy', pbkdf2(600_000)],
  ])('R07 accepts common defaults of other systems: %s %s', async (passwordAlgorithm, passwordDigest) => {
    const answer = await attacker.api.call('POST', '/users', { passwordAlgorithm, passwordDigest });
    expect(answer.status, answer.body).toBe(200);
  });

  it('R07 a stored expensive Argon2 hash does not delay others', async () => {
    await storeUser('costly', 'Argon2id', argon2(262_144, 16, 16));
    const state = { computed: 0 };
    const hostile = Array.from({ length: 8 }, async () => {
      const { status } = await verify('costly');
      if (status === 422) state.computed += 1;
      return status;
    });
    await busy();
    await signIn();
    expect(state.computed).toBe(0);
    for (const status of await Promise.all(hostile)) expect([422, 503]).toContain(status);
  });

  it('R07 stored expensive bcrypt hashes do not block the main thread', async () => {
    await storeUser('slow', 'Bcrypt', bcrypt(15));
    const state = { ended: 0 };
    const hostile = Array.from({ length: 6 }, async () => {
      const answer = await verify('slow');
      state.ended += 1;
      return answer;
    });
    await busy();
    for (let count = 0; count < 20; count += 1) {
      expect((await fetch(`${server.origin}/health/live`)).status).toBe(200);
    }
    expect(state.ended).toBeLessThan(hostile.length);
    await signIn();
    for (const { status } of await Promise.all(hostile)) expect([422, 503]).toContain(status);
  });

  it("R07 a burst of verifications stays within its tenant's share", async () => {
    // Several accounts, so that locking one does not end the burst.
    const ids: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      const user = { username: `grace_${count}`, password: 'a Grüner Tee 47' };
      ids.push(((await attacker.api.call('POST', '/users', user)).json() as { id: string }).id);
    }
    const state = { answered: 0 };
    const hostile = Array.from({ length: 600 }, async (_, index) => {
      const answer = await verify(ids[index % ids.length] ?? '');
      state.answered += 1;
      return answer;
    });
    await signIn();
    expect(state.answered).toBeLessThan(hostile.length);
    const answers = await Promise.all(hostile);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 422).length).toBe(answers.length - refused.length);
  });
});
