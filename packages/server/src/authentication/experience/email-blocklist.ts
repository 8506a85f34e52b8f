// Email addresses that may not register.
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isKnownDisposable } from './disposable-domains.ts';
import { askWhetherDisposable } from './disposable-email.ts';

type Ctx = Pick<Context, 'log' | 'services' | 'tenantId'>;

const notAllowed = () => new RequestError('session.email_blocklist.email_not_allowed');

const refuseDisposable = async (ctx: Ctx, domain: string) => {
  if (isKnownDisposable(domain)) throw notAllowed();
  const { disposableEmailEndpoint } = ctx.services.settings;
  if (!disposableEmailEndpoint) return;
  const answer = await askWhetherDisposable(ctx, disposableEmailEndpoint, domain);
  // Fail closed: if the lookup fails, reject the sign-up.
  if (answer === undefined) throw new RequestError('session.email_blocklist.disposable_email_validation_failed');
  if (answer) throw notAllowed();
};

export const refuseBlockedEmail = async (ctx: Ctx, email: string) => {
  const { emailBlocklistPolicy } = await ctx.services.signInExperiences.of(ctx.tenantId);
  const { blockDisposableAddresses, blockSubaddressing, customBlocklist = [] } = emailBlocklistPolicy;
  const address = email.toLowerCase();
  const [name = '', domain = ''] = address.split(/@(?=[^@]*$)/);
  if (blockSubaddressing && name.includes('+')) {
    throw new RequestError('session.email_blocklist.email_subaddressing_not_allowed');
  }
  const isListed = customBlocklist.some((entry) => [address, `@${domain}`].includes(entry.toLowerCase()));
  if (isListed) throw notAllowed();
  if (blockDisposableAddresses) await refuseDisposable(ctx, domain);
};
