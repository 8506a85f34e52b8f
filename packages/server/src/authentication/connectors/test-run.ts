// Runs the steps of a connector test with the functions of the sign-in, and measures them.
import type { ConnectorTools, SocialConnector, SocialSession } from '@tessera/connectors/connector';
import type { ConnectorTest, ConnectorTestStep } from '@tessera/contract/connector-tests';
import type { Context } from '../../context.ts';
import { failureOf } from '../messages/problems.ts';
import { type AskedConnector, authorized, identified } from './social-connector.ts';

export type Result = Pick<ConnectorTest, 'steps' | 'failure' | 'profile'>;
/** Replaced by the result, so that the configuration is kept no longer than needed. */
export type Question = Result & { config: unknown; redirectUri: string; session: SocialSession };
type Tested = { connectorId: string; factory: SocialConnector; config: unknown };

/** Notes when each request to the provider has ended. A test asks for all that a first sign-in does. */
const noteRequests = (tools: ConnectorTools) => {
  const ends: number[] = [];
  const fetch: ConnectorTools['fetch'] = (url, request) =>
    tools.fetch(url, request).finally(() => void ends.push(tools.now()));
  const unkept: Pick<ConnectorTools, 'keySets' | 'applicationTokens'> = {
    keySets: (_, load) => load(),
    applicationTokens: async (_, load) => (await load()).token,
  };
  return { tools: { ...tools, ...unkept, fetch } satisfies ConnectorTools, ends };
};

/** Its tokens are not kept, and a test counts neither as a sign-in nor as a failure. */
const inTest = ({ connectorId: id, factory, config }: Tested, tools: ConnectorTools): AskedConnector => ({
  ...{ id, factory, config, tools },
  keepsTokens: false,
  count: () => {},
});

const stepSince = (name: ConnectorTestStep, began: number, ended: number) => ({
  name,
  durationMs: Math.max(0, ended - began),
});

export const ask = async (ctx: Context, tested: Tested, request: { state: string; redirectUri: string }) => {
  const { tools } = ctx.services.messages;
  const began = tools.now();
  const { uri, session = {} } = await authorized(ctx, inTest(tested, tools), request);
  const { redirectUri } = request;
  const steps = [stepSince('request', began, tools.now())];
  const question: Question = { config: tested.config, redirectUri, session, steps, failure: null, profile: null };
  return { uri, question };
};

/** The first request to the provider is the exchange of the code; without any, its response was not accepted. */
const failedStep = (requests: number): ConnectorTestStep => {
  if (requests === 0) return 'authorization';
  return requests === 1 ? 'token' : 'profile';
};

export const answer = async (
  ctx: Context,
  tested: Tested,
  { redirectUri, session, steps: before }: Question,
  { data, askedAt }: { data: Record<string, string>; askedAt: number },
): Promise<Result> => {
  const { tools, ends } = noteRequests(ctx.services.messages.tools);
  const began = tools.now();
  const stepsUntil = (failed?: ConnectorTestStep) => {
    const [exchanged] = ends;
    const all = [
      ...before,
      stepSince('authorization', askedAt, began),
      ...(exchanged === undefined ? [] : [stepSince('token', began, exchanged)]),
      stepSince('profile', exchanged ?? began, tools.now()),
    ];
    const end = all.findIndex(({ name }) => name === failed);
    return end < 0 ? all : all.slice(0, end);
  };
  try {
    const { user } = await identified(ctx, inTest(tested, tools), { data, redirectUri, session });
    return { steps: stepsUntil(), failure: null, profile: user };
  } catch (error) {
    const step = failedStep(ends.length);
    const { code, reason = null } = failureOf(error);
    return { steps: stepsUntil(step), failure: { step, code, reason }, profile: null };
  }
};
