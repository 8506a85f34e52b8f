// The pages of the device flow (RFC 8628): a user types the code that a device shows, confirms it, signs in, and is told
// to return to the device.
import { deviceGrant } from '@tessera/contract/application-grants';
import type { DeviceStep } from '@tessera/contract/device-page';
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { applicationIdOf } from './client-ids.ts';
import { renderProblem } from './render-problem.ts';

type Failure = Error & { userCode?: string };

/** By the library's name of the error: those that the user can do something about. */
const problems: Record<string, NonNullable<Extract<DeviceStep, { step: 'code' }>['problem']>> = {
  NoCodeError: 'missing',
  NotFoundError: 'unknown',
  ExpiredError: 'expired',
  AlreadyUsedError: 'used',
};

/** The device itself is recorded when it asks for its tokens, from its own address. */
const recordDecision = async (
  { applications, audit }: Pick<Services, 'applications' | 'audit'>,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  key: 'Device.Approve' | 'Device.Refuse',
) => {
  const { ip, userAgent } = visitOf(ctx.req);
  const { entities, session } = ctx.oidc;
  const application = await applications.find(tenantId, entities.DeviceCode?.clientId ?? '');
  const applicationId = application?.id;
  const { accountId: userId, uid: sessionId } = session ?? {};
  audit.record(tenantId, key, { result: 'Success', ip, userAgent, applicationId, userId, sessionId });
};

export const devicePages = (
  services: Pick<Services, 'applications' | 'audit' | 'databases' | 'pages'>,
  tenantId: string,
) => {
  const show = async (ctx: KoaContextWithOIDC, step: DeviceStep) => {
    const { client, session } = ctx.oidc;
    const { secret } = (session?.state ?? {}) as { secret?: string };
    const page = await services.pages.signIn(visitOf(ctx.req), tenantId, {
      device: { ...step, xsrf: secret ?? '' },
      ...(client && { appId: applicationIdOf(client) }),
    });
    ctx.set(page.headers);
    ctx.type = 'html';
    ctx.body = page.html;
  };
  /**
   * With a new form. A code in the query is typed for the user, who still has to confirm it; in a browser without
   * cookies that would go on forever.
   */
  const beginAgain = (ctx: KoaContextWithOIDC, hasSession: boolean) => {
    const { user_code: code } = ctx.oidc.params ?? {};
    ctx.status = 303;
    ctx.redirect(ctx.oidc.urlFor('code_verification', { query: code && hasSession ? { user_code: code } : {} }));
  };
  /** Who decides, if a user is signed in. */
  const accountOf = async ({ oidc: { session } }: KoaContextWithOIDC): Promise<{ account?: string }> => {
    if (!session?.accountId) return {};
    const user = await services.databases
      .of(tenantId)
      .selectFrom('users')
      .select(['name', 'username', 'primaryEmail', 'primaryPhone'])
      .where('id', '=', session.accountId)
      .executeTakeFirst();
    const account = user && (user.primaryEmail ?? user.username ?? user.primaryPhone ?? user.name);
    return account ? { account } : {};
  };
  return {
    // Stored with the code, and not needed: the user compares the code.
    deviceInfo: () => ({}),
    userCodeInputSource: async (ctx: KoaContextWithOIDC, _form: string, out?: object, error?: Failure) => {
      if (!error || !out) return show(ctx, { step: 'code' });
      const session = ctx.oidc.session as { exp?: number; touched?: boolean } | undefined;
      const hasSession = session?.exp !== undefined;
      // The library can't store a session that begins with an error.
      if (session && !hasSession) session.touched = false;
      // Another browser was faster, see model-store.ts.
      const problem = error instanceof errors.InvalidGrant ? 'used' : problems[error.name];
      if (problem) return show(ctx, { step: 'code', problem, ...(error.userCode && { userCode: error.userCode }) });
      if (error.name === 'AbortedError') {
        await recordDecision(services, tenantId, ctx, 'Device.Refuse');
        return show(ctx, { step: 'cancelled' });
      }
      // The form was open for too long, or in another browser.
      if (error instanceof errors.InvalidRequest && !(error instanceof errors.SessionNotFound)) {
        return beginAgain(ctx, hasSession);
      }
      return renderProblem(services, tenantId, ctx, out);
    },
    userCodeConfirmSource: async (
      ctx: KoaContextWithOIDC,
      _form: string,
      client: Client,
      _info: object,
      userCode: string,
    ) => {
      if (!client.grantTypeAllowed(deviceGrant)) throw new errors.UnauthorizedClient();
      return show(ctx, { step: 'confirm', userCode, ...(await accountOf(ctx)) });
    },
    successSource: async (ctx: KoaContextWithOIDC) => {
      await recordDecision(services, tenantId, ctx, 'Device.Approve');
      return show(ctx, { step: 'done' });
    },
  };
};
