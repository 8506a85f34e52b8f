// Back-channel logout: when a session ends, a job notifies the applications that registered a back-channel logout URI,
// so that sign-out waits for no other server and no notification is lost with a node.
import type Provider from 'oidc-provider';
import type { Client } from 'oidc-provider';
import type { Transaction } from '../../infrastructure/database/tenant-database.ts';
import { enqueue } from '../../infrastructure/jobs/enqueue.ts';
import { done, type JobKind } from '../../infrastructure/jobs/job.ts';
import type { Services } from '../../services.ts';
import { applicationIdOf, clientIdOf, hasClientIdIn } from './client-ids.ts';
import { overrideMethod } from './library-overrides.ts';

type Notify = (this: Client, userId: string, sessionId: string) => Promise<void>;
type Notified = { sendBackchannelLogout: Notify };
type LogoutNotice = { applicationId: string; userId: string; sid: string };
type EndedSession = { clientId: string; userId: string; sid: string };

export const backchannelLogoutJob = 'backchannel-logout';

/** After 1 s, 10 s, 1 min and 10 min. Access tokens have expired by then. */
const retryDelaysMs = [1_000, 10_000, 60_000, 600_000];

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
};

const enqueueNotices = (tx: Transaction, tenantId: string, notices: LogoutNotice[]) =>
  enqueue(
    tx,
    tenantId,
    notices.map(({ applicationId, ...payload }) => ({ kind: backchannelLogoutJob, key: applicationId, payload })),
  );

/** Only for applications with a back-channel logout URI. */
export const enqueueLogouts = async (tx: Transaction, tenantId: string, ended: EndedSession[]) => {
  if (ended.length === 0) return;
  const clientIds = [...new Set(ended.map(({ clientId }) => clientId))];
  const rows = await tx
    .selectFrom('applications')
    .select(['id', 'metadataUrl', 'oidcClientMetadata'])
    .where(hasClientIdIn(clientIds))
    .execute();
  const notified = rows.filter(({ oidcClientMetadata }) => 'backchannelLogoutUri' in oidcClientMetadata);
  const applications = new Map(notified.map((row) => [clientIdOf(row), row.id]));
  const notices = ended.flatMap(({ clientId, ...session }) => {
    const applicationId = applications.get(clientId);
    return applicationId === undefined ? [] : [{ ...session, applicationId }];
  });
  await enqueueNotices(tx, tenantId, notices);
};

/** The library calls `backchannelLogout` during sign-out: it enqueues, and the job sends. */
export const deferBackchannelLogout = (
  { databases }: Pick<Services, 'databases'>,
  tenantId: string,
  provider: Provider,
) => {
  overrideMethod<Notify>(provider, 'Client#backchannelLogout', (send) => {
    (provider.Client as unknown as { prototype: Notified }).prototype.sendBackchannelLogout = send;
    return async function enqueueNotice(this: Client, userId, sid) {
      const applicationId = applicationIdOf(this);
      await databases
        .of(tenantId)
        .transaction()
        .execute((tx) => enqueueNotices(tx as Transaction, tenantId, [{ applicationId, userId, sid }]));
    };
  });
};

export const createBackchannelLogoutJob = ({
  applications,
  providers,
  audit,
  log,
}: Pick<Services, 'applications' | 'audit' | 'log' | 'providers'>): JobKind => ({
  leaseMs: 30_000,
  concurrency: { perKey: 5, perTenant: 10, perNode: 50 },
  run: async ({ tenantId, key: applicationId, payload, attempts }) => {
    const { userId, sid } = payload as Omit<LogoutNotice, 'applicationId'>;
    const { Client } = await providers.of(tenantId);
    const { clientId = '' } = (await applications.find(tenantId, applicationId)) ?? {};
    const client = (await Client.find(clientId)) as (Client & Notified) | undefined;
    if (!client?.backchannelLogoutUri) return done;
    const common = { applicationId, userId, attempts: attempts + 1 };
    try {
      await client.sendBackchannelLogout(userId, sid);
      audit.record(tenantId, 'BackchannelLogout', { result: 'Success', ...common });
      return done;
    } catch (error) {
      const reason = reasonOf(error);
      const inMs = retryDelaysMs[attempts];
      log.warn({ tenantId, ...common, reason }, 'a back-channel logout failed');
      audit.record(tenantId, 'BackchannelLogout', { result: 'Error', error: { message: reason }, ...common });
      return inMs === undefined ? done : { type: 'retry', inMs };
    }
  },
});
