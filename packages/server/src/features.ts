// The parts of features that run outside of their handlers: change subscribers and background jobs.

import {
  createUnusedApplicationsJob,
  unusedApplicationsJob,
} from './authentication/applications/unused-applications.ts';
import { siteDomainsOf } from './authentication/protected-applications/custom-domains.ts';
import { createSsoRefreshJob, ssoRefreshJob } from './authentication/sso-connectors/refresh-job.ts';
import { backchannelLogoutJob, createBackchannelLogoutJob } from './authorization/oidc/backchannel-logout.ts';
import { createKeyRotationJob, keyRotationJob } from './authorization/signing-keys/rotation-job.ts';
import { createWebhookJob, webhookJob } from './developer-tools/webhooks/deliver.ts';
import { enqueueForRequest } from './developer-tools/webhooks/enqueue-for-request.ts';
import { createSender } from './developer-tools/webhooks/send.ts';
import { createHousekeepingJob, housekeepingJob } from './infrastructure/housekeeping/housekeeping.ts';
import type { Gate } from './infrastructure/http/gate.ts';
import type { JobKinds } from './infrastructure/jobs/job.ts';
import { customDomainsOf } from './platform/domains/check-domain.ts';
import { createDomainChecksJob, domainChecksJob } from './platform/domains/check-domains-job.ts';
import type { Services } from './services.ts';
import { createScimDeletionsJob, scimDeletionsJob } from './user-management/scim/deletion-job.ts';
import { createUserBulkActionJob, userBulkActionJob } from './user-management/user-bulk-actions/bulk-action-job.ts';
import { createUserImportJob, userImportJob } from './user-management/user-imports/import-job.ts';

/** Run before the handler of every operation that writes. */
export const followers: Gate<Services>['followers'] = [enqueueForRequest];

export const jobKinds = (services: Services): JobKinds => {
  const { databases, enabledWebhooks, clock } = services;
  return {
    [webhookJob]: createWebhookJob({ databases, enabledWebhooks, send: createSender(services), now: clock.now }),
    [backchannelLogoutJob]: createBackchannelLogoutJob(services),
    [userBulkActionJob]: createUserBulkActionJob(services),
    [userImportJob]: createUserImportJob(services),
    [housekeepingJob]: createHousekeepingJob(services),
    [domainChecksJob]: createDomainChecksJob({
      ...services,
      sources: [customDomainsOf(services), siteDomainsOf(services)],
    }),
    [keyRotationJob]: createKeyRotationJob(services),
    [ssoRefreshJob]: createSsoRefreshJob(services),
    [scimDeletionsJob]: createScimDeletionsJob(services),
    [unusedApplicationsJob]: createUnusedApplicationsJob(services),
  };
};
