// F03: writes of webhooks, to be sabotaged.
import type { ManagementApi } from '../harness/api.ts';
import type { TestServer } from '../harness/server.ts';
import { newWebhook } from '../harness/webhook-receiver.ts';
import type { Cases } from './failing-statements.test.ts';

export const webhookCases = (server: TestServer, api: ManagementApi): Cases => {
  // The outbound gate blocks this address, so every delivery ends immediately.
  const url = 'http://127.0.0.1:9';
  const hook = async () => (await newWebhook(api, url, ['OrganizationScope.Deleted'])).id;
  const failedRequest = async (hookId: string) => {
    const key = 'TriggerHook.OrganizationScope.Deleted';
    const payload = { key, hookId, result: 'Error', webhookRequest: { body: { hookId } } };
    const id = crypto.randomUUID().slice(0, 18);
    await server.query(`insert into logs (tenant_id, id, key, payload) values ('default', $1, $2, $3)`, [
      id,
      key,
      JSON.stringify(payload),
    ]);
    return id;
  };
  return {
    'hook.created': async () => () =>
      api.call('POST', '/hooks', { name: 'Whole', events: ['OrganizationScope.Deleted'], config: { url } }),
    'hook.updated': async () => {
      const id = await hook();
      return () => api.call('PATCH', `/hooks/${id}`, { name: 'Renamed', enabled: false });
    },
    'hook.deleted': async () => {
      const id = await hook();
      return () => api.call('DELETE', `/hooks/${id}`);
    },
    'hook.signing-key-renewed': async () => {
      const id = await hook();
      return () => api.call('PATCH', `/hooks/${id}/signing-key`);
    },
    'hook.request-replayed': async () => {
      const id = await hook();
      const logId = await failedRequest(id);
      return () => api.call('POST', `/hooks/${id}/recent-logs/${logId}/replay`);
    },
    'hook.failed-requests-replayed': async () => {
      const id = await hook();
      await failedRequest(id);
      return () => api.call('POST', `/hooks/${id}/replay-failed`);
    },
  };
};
