// Spans for expensive work of requests, and for background jobs.

import type { Passwords } from '../../authentication/passwords/passwords.ts';
import type { Sandbox } from '../../authorization/custom-jwt/sandbox.ts';
import type { JobKinds } from '../jobs/job.ts';
import type { Tracing } from './tracing.ts';

const ofTenant = (tenantId: string) => ({ 'tessera.tenant': tenantId });

export const tracePasswords = (passwords: Passwords, { inSpan }: Tracing): Passwords => ({
  ...passwords,
  hash: (tenantId, password) =>
    inSpan({ name: 'password hash', attributes: ofTenant(tenantId) }, () => passwords.hash(tenantId, password)),
  verify: (tenantId, stored, method, password) =>
    inSpan(
      { name: 'password verification', attributes: { ...ofTenant(tenantId), 'tessera.hash.method': method } },
      () => passwords.verify(tenantId, stored, method, password),
    ),
  verifyNothing: (tenantId, password) =>
    inSpan({ name: 'password verification', attributes: ofTenant(tenantId) }, () =>
      passwords.verifyNothing(tenantId, password),
    ),
});

export const traceSandbox = (sandbox: Sandbox, { inSpan }: Tracing): Sandbox => ({
  ...sandbox,
  run: (tenantId, job) =>
    inSpan({ name: 'script', attributes: ofTenant(tenantId) }, async (span) => {
      const outcome = await sandbox.run(tenantId, job);
      span.set({ 'tessera.script.outcome': outcome.type });
      return outcome;
    }),
});

/** A job continues the trace of the change that enqueued it. */
export const traceJobs = (kinds: JobKinds, { inSpan }: Tracing): JobKinds =>
  Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      {
        ...kind,
        run: (job, signal) => {
          const { traceparent } = job.payload;
          const attributes = { ...ofTenant(job.tenantId), 'tessera.job.attempts': job.attempts + 1 };
          const parent = typeof traceparent === 'string' ? traceparent : undefined;
          return inSpan({ name: `job ${name}`, kind: 'consumer', attributes, parent }, async (span) => {
            const outcome = await kind.run(job, signal);
            span.set({ 'tessera.job.outcome': outcome.type });
            return outcome;
          });
        },
      },
    ]),
  );
