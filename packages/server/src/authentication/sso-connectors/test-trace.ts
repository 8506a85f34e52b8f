// Records the steps of a connection test: durations, what was found, and the diagnosis of the step that failed.
import type { SsoDiagnosis, SsoNote, SsoTrace } from '@tessera/connectors/sso/sso-trace';
import type { SsoTestStepName } from '@tessera/contract/sso-test-steps';
import { maskResponse } from './mask-response.ts';
import type { Diagnose } from './test-problems.ts';

export type RecordedStep = {
  name: SsoTestStepName;
  status: 'succeeded' | 'warning' | 'failed';
  durationMs: number;
  facts: Record<string, string | number>;
  problem?: SsoDiagnosis;
  response?: { status: number | null; body: string };
};

type Options = {
  diagnose: Diagnose;
  now: () => number;
  secrets: readonly string[];
  /** Steps of before. */
  steps?: readonly RecordedStep[];
  /** When a step began that ends with the first thing that is recorded about it. */
  began?: Partial<Record<SsoTestStepName, number>>;
};

const mostFact = 256;

const factsOf = ({ facts = {}, url, status }: SsoNote, secrets: readonly string[]): RecordedStep['facts'] => {
  const path = url === undefined ? undefined : URL.parse(url)?.pathname;
  const found = { ...facts, ...(path && { path }), ...(status !== undefined && { status }) };
  const shorten = (value: string | number) =>
    typeof value === 'string' ? maskResponse(value, secrets).slice(0, mostFact) : value;
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, shorten(value)]));
};

export const recordSteps = ({ diagnose, now, secrets, steps: before = [], began = {} }: Options) => {
  const steps = new Map(before.map((step) => [step.name, step]));

  /** A step that the provider and the decision both take is one for the reader. */
  const add = (name: SsoTestStepName, since: number, note: SsoNote, rest: Pick<RecordedStep, 'status' | 'problem'>) => {
    const { durationMs = 0, facts = {} } = steps.get(name) ?? {};
    const isFailed = rest.status === 'failed';
    const body = isFailed && note.body ? maskResponse(note.body, secrets) : undefined;
    steps.set(name, {
      ...{ name, ...rest },
      durationMs: durationMs + Math.max(0, now() - since),
      facts: { ...facts, ...factsOf(note, secrets) },
      ...(body && { response: { status: note.status ?? null, body } }),
    });
  };

  const trace: SsoTrace = async (name, run) => {
    const since = steps.has(name) ? now() : (began[name] ?? now());
    const noted: SsoNote = {};
    try {
      const result = await run((more) =>
        Object.assign(noted, more, { facts: { ...noted.facts, ...more.facts } satisfies SsoNote['facts'] }),
      );
      add(name, since, noted, { status: 'succeeded' });
      return result;
    } catch (error) {
      add(name, since, noted, { status: 'failed', problem: diagnose(name, error, noted) });
      throw error;
    }
  };

  return {
    trace,
    all: () => [...steps.values()],
    /** A completed step whose result an administrator would not expect. */
    warn: (name: SsoTestStepName, problem: SsoDiagnosis) => {
      const step = steps.get(name);
      if (step?.status === 'succeeded') steps.set(name, { ...step, status: 'warning', problem });
    },
    explain: (name: SsoTestStepName, facts: RecordedStep['facts']) => {
      const step = steps.get(name);
      if (step) steps.set(name, { ...step, facts: { ...step.facts, ...facts } });
    },
  };
};
