// Email addresses that may not register here.
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { isDisposable } from '../sign-in-experience/disposable-domains.ts';

export const refuseBlockedEmail = async ({ services, tenantId }: Context, email: string) => {
  const { emailBlocklistPolicy } = await services.signInExperiences.of(tenantId);
  const { blockDisposableAddresses = false, blockSubaddressing = false, customBlocklist = [] } = emailBlocklistPolicy;
  const address = email.toLowerCase();
  const [name = '', domain = ''] = address.split(/@(?=[^@]*$)/);
  if (blockSubaddressing && name.includes('+')) {
    throw new RequestError('session.email_blocklist.email_subaddressing_not_allowed');
  }
  const isListed = customBlocklist.some((entry) => [address, `@${domain}`].includes(entry.toLowerCase()));
  if (isListed || (blockDisposableAddresses && isDisposable(domain)))
    throw new RequestError('session.email_blocklist.email_not_allowed');
};
