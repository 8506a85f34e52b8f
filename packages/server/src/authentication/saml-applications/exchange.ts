// One request of a browser or service provider to a SAML application. Failures are limited, and recorded with their
// reason.
import type { LogKey } from '@tessera/contract/audit-log-keys';
import type { ErrorCode } from '@tessera/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Services } from '../../services.ts';
import { contextOf, showFailure } from '../browser-pages.ts';
import type { SamlContext } from '../saml-pages.ts';
import { countedFailure } from './counted-failure.ts';

export type Exchange = { ctx: SamlContext; request: FastifyRequest; reply: FastifyReply };
/** A refusal with an answer to the service provider. */
export class AnsweredRefusal extends RequestError {
  readonly answer: () => Promise<unknown>;

  constructor(code: ErrorCode, reason: string, answer: () => Promise<unknown>) {
    super(code, { reason });
    this.answer = answer;
  }
}

type Asked = FastifyRequest<{ Params: { id: string } }>;

const describe = (error: unknown) =>
  error instanceof RequestError
    ? { code: error.code, message: error.extras.reason ?? error.message }
    : { code: 'server.internal_error' };

/** Anyone can ask for applications that don't exist; only failures of those that do are worth an entry. */
const isWorthAnEntry = (error: unknown) => !(error instanceof RequestError) || ![404, 429].includes(error.status);

export const limitedRoute =
  (services: Services, key: LogKey, show: (exchange: Exchange, id: string) => Promise<unknown>) =>
  async (request: Asked, reply: FastifyReply) => {
    const { id } = request.params;
    try {
      const ctx = await contextOf(request, services);
      const { samlFailureLimit } = services;
      const limited = `${ctx.tenantId}/${id}`;
      await samlFailureLimit.spend(limited, ctx.visit.ip);
      try {
        const shown = await show({ ctx, request, reply }, id);
        await samlFailureLimit.refund(limited, ctx.visit.ip);
        return shown;
      } catch (error) {
        const failure = countedFailure(error);
        if (failure) services.audit.applicationRequested(ctx.tenantId, { applicationId: id, ...failure });
        if (isWorthAnEntry(error)) ctx.audit(key, { result: 'Error', applicationId: id, error: describe(error) });
        if (error instanceof AnsweredRefusal) return await error.answer();
        throw error;
      }
    } catch (error) {
      const what = key === 'SamlApplication.Logout' ? 'sign_out' : 'sign_in';
      return showFailure({ request, reply, services }, error, what);
    }
  };
