// Users of the account API: registered and signed in, with opaque tokens for the scopes they need.
import { managementApi } from './api.ts';
import { codeFor } from './mailbox.ts';
import { userIdOf } from './permissions.ts';
import type { TestServer } from './server.ts';
import { tokensAgain } from './session.ts';
import { demoApp, obtainTokens, password } from './sign-in.ts';
import { addSocialRecord } from './social-records.ts';
import { type Answer, newVisitor } from './visitor.ts';

export const everyScope = 'openid profile email phone address custom_data identities';
export const everyField = (control: 'Off' | 'ReadOnly' | 'Edit') =>
  Object.fromEntries(
    ['name', 'avatar', 'profile', 'email', 'phone', 'password', 'username', 'social', 'customData', 'mfa'].map(
      (field) => [field, control],
    ),
  );

const header = 'tessera-verification-id';
type Call = (method: string, path: string, json?: unknown, verificationId?: string) => Promise<Answer>;
export type Person = Awaited<ReturnType<ReturnType<typeof accounts>['person']>>;

export const accounts = (server: TestServer, tenantId = 'default') => {
  const base = server.base(tenantId);
  const client = demoApp(base);
  let management: ReturnType<typeof managementApi> | undefined;
  const api = () => {
    management ??= managementApi(server, tenantId);
    return management;
  };

  /** Calls the tenant's /api with this token only. */
  const callerWith = (token: string): Call => {
    const visitor = newVisitor({ authorization: `Bearer ${token}` });
    return (method, path, json, verificationId) =>
      visitor.send(method, `${base}/api${path}`, {
        headers: { ...(verificationId && { [header]: verificationId }) },
        ...(json !== undefined && { json }),
      });
  };

  const set = (userId: string, assignment: string, values: unknown[] = []) =>
    server.query(`update users set ${assignment} where tenant_id = '${tenantId}' and id = $1`, [userId, ...values]);

  const person = async (username: string, scope = everyScope) => {
    const { tokens, visitor } = await obtainTokens({ base, client, username, scope, register: true });
    const id = await userIdOf(server, tenantId, username);
    const call = callerWith(tokens.access_token);
    const proveByPassword = async (secret = password): Promise<string> => {
      const answer = await call('POST', '/verifications/password', { password: secret });
      if (answer.status !== 201) throw new Error(`not verified: ${answer.body}`);
      return (answer.json() as { verificationRecordId: string }).verificationRecordId;
    };
    /** A pending verification for an address of the user or a new one. */
    const askForCode = async (to: string): Promise<string> => {
      const identifier = identifierOf(to);
      const answer = await call('POST', '/verifications/verification-code', { identifier });
      if (answer.status !== 201) throw new Error(`no code: ${answer.body}`);
      return (answer.json() as { verificationRecordId: string }).verificationRecordId;
    };
    const answerCode = async (to: string, verificationId: string, code?: string) =>
      call('POST', '/verifications/verification-code/verify', {
        identifier: identifierOf(to),
        verificationId,
        // Australian numbers are stored without the national 0.
        code: code ?? (await codeFor(await api(), to.replace(/^610/, '61'))),
      });
    const proveAddress = async (to: string): Promise<string> => {
      const id = await askForCode(to);
      const answer = await answerCode(to, id);
      if (answer.status !== 200) throw new Error(`not verified: ${answer.body}`);
      return id;
    };
    const tokenFor = async (other: string): Promise<string> =>
      (await tokensAgain({ base, client, visitor, scope: other })).access_token;
    return {
      id,
      username,
      token: tokens.access_token,
      visitor,
      call,
      proveByPassword,
      askForCode,
      answerCode,
      proveAddress,
      tokenFor,
      /** The same user with a token of other scopes. */
      withScope: async (other: string) => callerWith(await tokenFor(other)),
      set: (assignment: string, values?: unknown[]) => set(id, assignment, values),
      /** A verified social record, as if the user had returned from a provider. */
      provedElsewhere: ({ id: connectorId, target }: { id: string; target: string }, identityId: string) =>
        addSocialRecord(server, id, { connectorId, target, user: { id: identityId } }, tenantId),
      row: async (): Promise<Record<string, unknown>> => {
        const [row] = await server.query<{ row: Record<string, unknown> }>(
          `select to_jsonb(u) as row from users u where tenant_id = '${tenantId}' and id = $1`,
          [id],
        );
        return row?.row ?? {};
      },
    };
  };

  return {
    person,
    callerWith,
    /** Account center settings; everything is editable by default. `more`: such as `allowsDeletion`. */
    allow: async (fields: object = everyField('Edit'), more: object = {}) => {
      const answer = await (await api()).call('PATCH', '/account-center', { enabled: true, fields, ...more });
      if (answer.status !== 200) throw new Error(`account center: ${answer.body}`);
    },
  };
};

export const identifierOf = (value: string) => ({ type: value.includes('@') ? 'email' : 'phone', value });

/** Two users of a tenant where everything is editable. */
export const adaAndEve = async (server: TestServer) => {
  const people = accounts(server);
  await people.allow();
  return { people, ada: await people.person('ada'), eve: await people.person('eve') };
};
