// Self-service changes of users, to be sabotaged.
import { accounts, type Person } from '../harness/account.ts';
import type { TestServer } from '../harness/server.ts';
import type { Call, Cases } from './failing-statements.test.ts';

export const accountCases = (server: TestServer): Cases => {
  let made = 0;
  const somebody = async (): Promise<{ person: Person; proof: string }> => {
    made += 1;
    const people = accounts(server);
    await people.allow();
    const person = await people.person(`own_account_${made}`);
    return { person, proof: await person.proveByPassword() };
  };
  const changing = async (
    prepare: (person: Person) => Promise<unknown>,
    method: string,
    path: string,
    body?: unknown,
  ) => {
    const { person, proof } = await somebody();
    const prepared = await prepare(person);
    const json = typeof body === 'function' ? body(prepared) : body;
    return (() => person.call(method, `/my-account${path}`, json, proof)) as Call;
  };
  const nothing = async () => undefined;
  const withPasskey = (person: Person) =>
    person.set(`mfa_verifications = '[{"type":"WebAuthn","id":"passkey","createdAt":"","agent":""}]'`);
  return {
    'user.profile-updated': () => changing(nothing, 'PATCH', '/profile', { nickname: 'Half' }),
    'user.email-changed': () =>
      changing(
        (person) => person.proveAddress('half@example.com'),
        'POST',
        '/primary-email',
        (newIdentifierVerificationRecordId: string) => ({
          email: 'half@example.com',
          newIdentifierVerificationRecordId,
        }),
      ),
    'user.email-removed': () =>
      changing((person) => person.set(`primary_email = 'gone@example.com'`), 'DELETE', '/primary-email'),
    'user.phone-changed': () =>
      changing(
        (person) => person.proveAddress('4915100000020'),
        'POST',
        '/primary-phone',
        (newIdentifierVerificationRecordId: string) => ({ phone: '4915100000020', newIdentifierVerificationRecordId }),
      ),
    'user.phone-removed': () =>
      changing((person) => person.set(`primary_phone = '4915100000021'`), 'DELETE', '/primary-phone'),
    'user.mfa-verification-renamed': () =>
      changing(withPasskey, 'PATCH', '/mfa-verifications/passkey/name', { name: 'Half' }),
    'user.grant-revoked': async () => {
      const { person, proof } = await somebody();
      const [grant] = (await person.call('GET', '/my-account/grants')).json() as { id: string }[];
      return () => person.call('DELETE', `/my-account/grants/${grant?.id}`, undefined, proof);
    },
    'user.avatar-uploaded': async () => {
      const { person } = await somebody();
      return async () => {
        const body = new FormData();
        body.set('file', new File(['half'], 'half.png', { type: 'image/png' }));
        const headers = { authorization: `Bearer ${person.token}` };
        const response = await fetch(`${server.origin}/api/my-account/avatar`, { method: 'POST', headers, body });
        const text = await response.text();
        return { status: response.status, json: () => JSON.parse(text) as never };
      };
    },
    'user.mfa-settings-updated': () => changing(nothing, 'PATCH', '/mfa-settings', { skipMfaOnSignIn: true }),
  };
};
