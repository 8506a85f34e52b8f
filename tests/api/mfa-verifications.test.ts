// A user's MFA factors in the Management API.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import {
  backupFactor,
  factorsOf,
  identified,
  idIn,
  people,
  setMfa,
  steps,
  totp,
  totpFactor,
  totpSecret,
} from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';

describe("a user's MFA factors", () => {
  let server: TestServer;
  let api: ManagementApi;
  let add: Awaited<ReturnType<typeof people>>;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    add = await people(server);
    await setMfa(api, { factors: ['Totp', 'BackupCode', 'EmailVerificationCode'], policy: 'Mandatory' });
  });
  const list = async (id: string) => (await api.call('GET', `/users/${id}/mfa-verifications`)).json() as object[];
  const create = (id: string, body: object) => api.call('POST', `/users/${id}/mfa-verifications`, body);
  const ten = Array.from({ length: 10 }, (_, n) => `${n}`.repeat(10));

  it('are listed without secrets: addresses after the others, backup codes last', async () => {
    const secret = totpSecret();
    const passkey = {
      ...{ type: 'WebAuthn', id: 'key', createdAt: '2026-02-02T00:00:00.000Z', credentialId: 'c', publicKey: 'p' },
      ...{ counter: 0, agent: 'Browser', name: 'Laptop' },
    };
    const factors = [backupFactor(ten), totpFactor(secret), passkey];
    const { id } = await add({ email: 'listed@example.com', phone: '4915100000001', factors });
    const shown = await list(id);
    expect(shown).toMatchObject([
      { type: 'Totp' },
      { type: 'WebAuthn', agent: 'Browser', name: 'Laptop', createdAt: '2026-02-02T00:00:00.000Z' },
      { type: 'EmailVerificationCode', createdAt: expect.stringMatching(/^2\d{3}-.*Z$/) },
      { type: 'BackupCode', remainCodes: 10 },
    ]);
    const text = JSON.stringify(shown);
    for (const hidden of [secret, ten[0] ?? '', 'publicKey', 'credentialId']) expect(text).not.toContain(hidden);
  });

  it('an app is set up by an administrator, and the user signs in with it', async () => {
    const person = await add();
    const answer = await create(person.id, { type: 'Totp' });
    expect(answer.status).toBe(200);
    const { secret } = answer.json() as { secret: string };
    expect(answer.json()).toEqual({
      type: 'Totp',
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      secretQrCode: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
    expect(outcome(await create(person.id, { type: 'Totp' }))).toEqual([422, 'user.totp_already_in_use']);
    idIn(await steps(await identified(server, person)).totp(totp(secret)));
  });

  it('an existing secret is imported if valid', async () => {
    const { id } = await add();
    for (const secret of ['short', 'a'.repeat(32), `${totpSecret()}!`, totpSecret().toLowerCase()]) {
      expect(outcome(await create(id, { type: 'Totp', secret }))).toEqual([422, 'user.totp_secret_invalid']);
    }
    const secret = totpSecret();
    expect((await create(id, { type: 'Totp', secret })).json()).toMatchObject({ secret });
  });

  it('backup codes need another factor, and are replaced when they are used up', async () => {
    const { id } = await add();
    const alone = [422, 'session.mfa.backup_code_can_not_be_alone'];
    expect(outcome(await create(id, { type: 'BackupCode' }))).toEqual(alone);
    await create(id, { type: 'Totp' });
    for (const codes of [[], ['0123456789', '0123456789'], ['012345678'], ['ABCDEF0123'], [...ten, 'aaaaaaaaaa']]) {
      expect(outcome(await create(id, { type: 'BackupCode', codes }))).toEqual([422, 'user.wrong_backup_code_format']);
    }
    expect((await create(id, { type: 'BackupCode', codes: ten })).json()).toEqual({ type: 'BackupCode', codes: ten });
    const twice = [422, 'user.backup_code_already_in_use'];
    expect(outcome(await create(id, { type: 'BackupCode' }))).toEqual(twice);
    const stored = await factorsOf(server, id);
    const codesThen = (stored[1]?.codes ?? []) as object[];
    const used = codesThen.map((code) => ({ ...code, usedAt: '2026-01-01T00:00:00.000Z' }));
    await server.query('update users set mfa_verifications = $2 where id = $1', [
      id,
      JSON.stringify([stored[0], { ...stored[1], codes: used }]),
    ]);
    const { codes } = (await create(id, { type: 'BackupCode' })).json() as { codes: string[] };
    expect(codes).toHaveLength(10);
    expect(await list(id)).toMatchObject([{ type: 'Totp' }, { type: 'BackupCode', remainCodes: 10 }]);
  });

  it('an address is enough for backup codes, if it is an enabled factor', async () => {
    const { id } = await add({ email: 'beside@example.com' });
    expect((await create(id, { type: 'BackupCode' })).status).toBe(200);
  });

  it('are removed one by one; removing the last other factor keeps the backup codes', async () => {
    const { id } = await add({ factors: [totpFactor(totpSecret()), backupFactor(ten)] });
    const [first] = (await list(id)) as { id: string }[];
    const at = `/users/${id}/mfa-verifications`;
    expect((await api.call('DELETE', `${at}/${first?.id}`)).status).toBe(204);
    expect(await list(id)).toMatchObject([{ type: 'BackupCode' }]);
    expect(outcome(await api.call('DELETE', `${at}/${first?.id}`))).toEqual([404, 'entity.not_found']);
    expect(outcome(await api.call('DELETE', `${at}/EmailVerificationCode`))).toEqual([404, 'entity.not_found']);
  });

  it('are removed all at once', async () => {
    const { id } = await add({ factors: [totpFactor(totpSecret()), backupFactor(ten)] });
    expect((await api.call('DELETE', `/users/${id}/mfa-verifications`)).status).toBe(204);
    expect(await list(id)).toEqual([]);
    expect((await api.call('DELETE', `/users/${id}/mfa-verifications`)).status).toBe(204);
    expect(outcome(await api.call('DELETE', '/users/unknown/mfa-verifications'))).toEqual([404, 'entity.not_found']);
  });

  it('belong to an existing user', async () => {
    const missing = [404, 'entity.not_found'];
    expect(outcome(await api.call('GET', '/users/nobody/mfa-verifications'))).toEqual(missing);
    expect(outcome(await create('nobody', { type: 'Totp' }))).toEqual(missing);
    expect(outcome(await api.call('DELETE', '/users/nobody/mfa-verifications/any'))).toEqual(missing);
    expect(outcome(await create('nobody', { type: 'WebAuthn' }))).toEqual([400, 'guard.invalid_input']);
  });

  it('write change records without secrets', async () => {
    const { id } = await add();
    const { secret } = (await create(id, { type: 'Totp' })).json() as { secret: string };
    const rows = await server.query<{ operation: string; after: object }>(
      'select operation, after from change_records where entity_id = $1',
      [id],
    );
    expect(rows).toMatchObject([{ operation: 'user.mfa-verification-created', after: { mfaVerifications: '******' } }]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});
