// Logout notices to applications that asked for them. Signing out does not wait for anybody's server: the notices are
// on their way when the page appears, each with its own time limit, and what became of them is in the audit log.
import type Provider from 'oidc-provider';
import type { Client } from 'oidc-provider';
import type { Services } from '../services.ts';

type Notify = (this: Client, userId: string, sessionId: string) => Promise<void>;

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
};

export const noticeLogouts = (services: Services, tenantId: string, provider: Provider) => {
  const { prototype } = provider.Client as unknown as { prototype: { backchannelLogout: Notify } };
  const notify = prototype.backchannelLogout;
  prototype.backchannelLogout = async function inBackground(this: Client, userId, sessionId) {
    const common = { applicationId: this.clientId, userId };
    const done = (outcome: { result: 'Success' } | { result: 'Error'; error: object }) =>
      services.audit.record(tenantId, 'BackchannelLogout', { ...outcome, ...common });
    notify.call(this, userId, sessionId).then(
      () => done({ result: 'Success' }),
      (error: unknown) => {
        const reason = reasonOf(error);
        services.log.warn({ tenantId, ...common, reason }, 'a logout notice could not be delivered');
        done({ result: 'Error', error: { message: reason } });
      },
    );
  };
};
