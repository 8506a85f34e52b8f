// A connection test as shown to administrators: all steps of its protocol, with texts in their language.
import type { SsoProvider } from '@tessera/connectors/sso/sso-provider';
import type { SsoConnectorTest, SsoTestStep } from '@tessera/contract/sso-connector-tests';
import { ssoTestSteps } from '@tessera/contract/sso-test-steps';
import { ssoTestText } from '@tessera/phrases/sso-connectors';
import type { Result } from './test-run.ts';
import type { RecordedStep } from './test-trace.ts';

const statusOf = (steps: readonly RecordedStep[], answeredAt: number | null): SsoConnectorTest['status'] => {
  if (steps.some(({ status }) => status === 'failed')) return 'failed';
  if (steps.some(({ name }) => name === 'user')) return 'succeeded';
  return answeredAt === null ? 'waiting' : 'running';
};

/** Requests are shown as they are; other details are texts of the step. */
const detailOf = (
  { name, status, facts }: RecordedStep,
  type: SsoProvider['type'],
  languages: readonly string[],
): string | null => {
  const request =
    facts.path !== undefined && facts.status !== undefined ? `${facts.path} · ${facts.status}` : undefined;
  if (name === 'token' && request) return `POST ${request}`;
  if ((name === 'discovery' || name === 'metadata') && request) return `GET ${request}`;
  const found = { sign_in: facts.user, response: facts.user, signature: facts.issuer, audience: facts.audience };
  const value = Object.hasOwn(found, name) ? found[name as keyof typeof found] : undefined;
  if (value !== undefined) return String(value);
  const hasText = name === 'keys' || name === 'redirect' || name === 'id_token';
  return hasText && status !== 'failed' ? ssoTestText(`details.${name}`, languages, facts, type) : null;
};

export const describeTest = (
  { steps, attributes, user, redirectUri }: Result,
  answeredAt: number | null,
  { type, name }: Pick<SsoProvider, 'type' | 'name'>,
  languages: readonly string[],
): Pick<SsoConnectorTest, 'status' | 'steps' | 'attributes' | 'user' | 'redirectUri'> => {
  const status = statusOf(steps, answeredAt);
  const isOver = status === 'failed' || status === 'succeeded';
  const provider = ssoTestText(`providers.${name}`, languages);
  const firstOpen = ssoTestSteps[type].find((step) => steps.every((recorded) => recorded.name !== step));
  const describeStep = (stepName: SsoTestStep['name']): SsoTestStep => {
    const step = steps.find((recorded) => recorded.name === stepName);
    if (!step) {
      const state = !isOver && stepName === firstOpen ? 'running' : 'not_run';
      return { name: stepName, status: state, durationMs: null, detail: null, problem: null, response: null };
    }
    const { problem, facts, response = null } = step;
    // The time at the provider is part of the sign-in.
    const durationMs = stepName === 'redirect' ? null : step.durationMs;
    const values = { ...facts, provider, redirectUri };
    const textOf = (part: 'title' | 'text', code: string) =>
      ssoTestText(`problems.${code}.${part}`, languages, values, type);
    return {
      ...{ name: stepName, status: step.status, durationMs, response },
      detail: detailOf(step, type, languages),
      problem: problem
        ? {
            ...{ code: problem.code, field: problem.field ?? null },
            ...{ title: textOf('title', problem.code), text: textOf('text', problem.code) },
          }
        : null,
    };
  };
  return { status, steps: ssoTestSteps[type].map(describeStep), attributes, user, redirectUri };
};
