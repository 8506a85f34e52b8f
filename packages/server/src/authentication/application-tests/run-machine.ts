// A token request as a machine-to-machine application, answered by the provider.
import type { BrowserContext } from '../browser-pages.ts';
import { emptyOutcome, type Outcome, StepFailure, type Target } from './outcome.ts';
import { findTestable } from './testable.ts';
import { testedToken } from './tested-token.ts';
import { tokenRequests } from './token-requests.ts';

export const runMachine = async (
  ctx: BrowserContext,
  applicationId: string,
  { scopes, resource, organizationId }: Target,
): Promise<Outcome> => {
  const { services, tenantId } = ctx;
  const application = await findTestable(ctx, applicationId, 'machine');
  const mounted = await services.providers.mounted({ tenantId });
  const { requestTokens } = tokenRequests(ctx, { application, mounted, test: { applicationId, state: '' } });
  const began = services.clock.now();
  try {
    const tokens = await requestTokens('token', {
      grant_type: 'client_credentials',
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      ...(resource !== undefined && { resource }),
      ...(organizationId !== undefined && { organization_id: organizationId }),
    });
    const steps = [{ name: 'token' as const, durationMs: Math.max(0, services.clock.now() - began) }];
    const { access_token = '', expires_in, scope } = tokens;
    const accessToken = await testedToken(ctx, access_token, { expiresIn: expires_in, scope });
    return { ...emptyOutcome, status: 'succeeded', steps, accessToken };
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    return { ...emptyOutcome, failure: error.failure };
  }
};
