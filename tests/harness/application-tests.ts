// Test sign-ins with an application: what an administrator calls, and what a user does in the browser.
import type { ManagementApi } from './api.ts';
import { experience } from './sign-in.ts';
import { type Answer, newVisitor, type Visitor } from './visitor.ts';

export type StartedTest = { id: string; startUri: string; expiresAt: number };
export type TestedToken = {
  format: 'jwt' | 'opaque';
  header: Record<string, unknown> | null;
  claims: Record<string, unknown> | null;
  signingKey: { id: string; algorithm: string; isCurrent: boolean } | null;
  expiresAt: number | null;
  scopes: string[];
};
export type TestResult = {
  status: 'succeeded' | 'failed';
  steps: { name: string; durationMs: number }[];
  failure: { step: string; error: string; description: string | null; reason: string | null; message: string } | null;
  userId: string | null;
  idToken: TestedToken | null;
  accessToken: TestedToken | null;
  organizationToken: TestedToken | null;
  refreshToken: { expiresAt: number } | null;
  userinfo: Record<string, unknown> | null;
};

export const applicationTestCalls = (api: () => ManagementApi) => {
  const create = (id: string, body: object = {}) =>
    api().call('POST', `/applications/${id}/tests`, { scopes: [], ...body });
  return {
    create,
    start: async (id: string, body: object = {}): Promise<StartedTest> => {
      const answer = await create(id, body);
      if (answer.status !== 201) throw new Error(answer.body);
      return answer.json() as StartedTest;
    },
    read: (id: string, testId: string) => api().call('GET', `/applications/${id}/tests/${testId}`),
    take: (id: string, testId: string) => api().call('POST', `/applications/${id}/tests/${testId}/result`),
  };
};

const html = { accept: 'text/html' };

export const proofIn = ({ body }: Answer) => /name="proof" value="(\w+)"/.exec(body)?.[1] ?? '';

/** Agrees to the test; the answer sends the browser to the authorization endpoint. */
export const agree = async (visitor: Visitor, startUri: string): Promise<Answer> => {
  const proof = proofIn(await visitor.get(startUri, html));
  return visitor.send('POST', startUri, { form: { proof }, headers: html });
};

type User = { username: string; register?: boolean; visitor?: Visitor; stopAt?: string[] };

/** Agrees and signs in; returns where the browser ends up, which is the last page of the test. */
export const signInToTest = async (
  base: string,
  { startUri }: Pick<StartedTest, 'startUri'>,
  { username, register = false, visitor = newVisitor(), stopAt = [] }: User,
) => {
  const agreed = await agree(visitor, startUri);
  const location = agreed.headers.get('location');
  if (!location) throw new Error(`not agreed: ${agreed.status} ${agreed.body}`);
  const opened = await visitor.follow(location, stopAt);
  if (!opened.url.includes('/sign-in')) return { visitor, landed: opened };
  const steps = experience(visitor, base);
  const next = register ? await steps.register(username) : await steps.signIn(username);
  return { visitor, landed: await visitor.follow(next, stopAt) };
};
