// Token and userinfo requests of a test, through the provider's own endpoints. Tokens stay here, and are revoked at the end.
import type { ApplicationTestStep } from '@tessera/contract/application-test-steps';
import type { KnownApplication } from '../../authorization/oidc/applications-as-clients.ts';
import type { ApplicationTest } from '../../authorization/oidc/internal-mark.ts';
import { askProvider } from '../../authorization/oidc/internal-request.ts';
import type { MountedProvider } from '../../authorization/oidc/mounted-provider.ts';
import type { BrowserContext } from '../browser-pages.ts';
import { StepFailure } from './outcome.ts';
import { createTestKey } from './test-key.ts';
import { clientAuthentication } from './testable.ts';

export type Tokens = {
  access_token?: string;
  id_token?: string;
  refresh_token?: string;
  expires_in?: number;
  scope?: string;
};
type Tested = { application: KnownApplication; mounted: MountedProvider; test: ApplicationTest };

export const tokenRequests = (ctx: BrowserContext, { application, mounted, test }: Tested) => {
  const issued = new Set<string>();
  const { provider } = mounted;
  const prove = application.client.dpop_bound_access_tokens ? createTestKey(ctx) : undefined;

  const requestTokens = async (step: ApplicationTestStep, form: Record<string, string>): Promise<Tokens> => {
    const authentication = clientAuthentication(ctx, application);
    const asked = { method: 'POST', path: '/token' } as const;
    const answer = await askProvider(ctx.services, mounted, ctx.visit, test, {
      ...{ ...asked, headers: { ...authentication.headers, ...(prove && { dpop: await prove(asked) }) } },
      form: { ...authentication.form, ...form },
    });
    if (answer.status !== 200) throw new StepFailure(step, answer);
    const tokens = answer.body as Tokens;
    for (const value of [tokens.access_token, tokens.refresh_token]) if (value) issued.add(value);
    return tokens;
  };

  const requestUserinfo = async (accessToken: string) => {
    const asked = { method: 'GET', path: '/me' } as const;
    const headers = {
      authorization: `${prove ? 'DPoP' : 'Bearer'} ${accessToken}`,
      ...(prove && { dpop: await prove({ ...asked, accessToken }) }),
    };
    const answer = await askProvider(ctx.services, mounted, ctx.visit, test, { ...asked, headers });
    if (answer.status !== 200) throw new StepFailure('userinfo', answer);
    return answer.body;
  };

  /** In milliseconds. */
  const refreshExpiry = async (value: string): Promise<number> =>
    ((await provider.RefreshToken.find(value))?.exp ?? 0) * 1000;

  /** The grant stays: it may be that of a real sign-in in the same browser. JWTs can't be revoked, but no one has them. */
  const revokeAll = async () => {
    for (const value of issued) {
      await (await provider.RefreshToken.find(value))?.destroy();
      await (await provider.AccessToken.find(value))?.destroy();
    }
  };
  return { requestTokens, requestUserinfo, refreshExpiry, revokeAll };
};
