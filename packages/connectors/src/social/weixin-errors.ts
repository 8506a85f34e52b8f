// Errors of the WeChat and WeCom APIs, which arrive with status 200.
import * as z from 'zod/mini';
import { ConnectorError, type ConnectorProblem, type ConnectorTools } from '../connector.ts';
import { type Call, callProvider, parseAnswer } from './provider-call.ts';

const failure = z.object({ errcode: z.number(), errmsg: z.optional(z.string()) });
const ofCode = [40029, 40163, 42003];
const ofToken = [40001, 40014, 42001];

const problemOf = (errcode: number): ConnectorProblem => {
  if (ofCode.includes(errcode)) return 'social_auth_code_invalid';
  return ofToken.includes(errcode) ? 'social_invalid_access_token' : 'general';
};

export const askWeixin = async <T extends z.ZodMiniType>(
  asked: Omit<Call, 'refusal'> & { answer: T },
  tools: ConnectorTools,
): Promise<z.output<T>> => {
  const call = { ...asked, refusal: 'general' as const };
  const value = await callProvider(call, tools);
  const { errcode = 0, errmsg = '' } = z.safeParse(failure, value).data ?? {};
  if (errcode === 0) return parseAnswer(value, call);
  throw new ConnectorError(problemOf(errcode), { message: `${new URL(call.url).hostname}: ${errcode} ${errmsg}` });
};
