// Records in the audit log who tested an application, and with which user.
import type { BrowserContext } from '../browser-pages.ts';
import { actorOf } from '../test-creator.ts';
import type { Outcome } from './outcome.ts';

export const recordTest = (
  { audit }: Pick<BrowserContext, 'audit'>,
  { applicationId, createdBy }: { applicationId: string; createdBy: string },
  { status, failure, userId }: Outcome,
) => {
  audit('Application.Test', {
    result: status === 'succeeded' ? 'Success' : 'Error',
    ...{ actor: actorOf(createdBy), applicationId, userId: userId ?? undefined },
    ...(failure && { step: failure.step, error: { code: failure.error, message: failure.description } }),
  });
};
