// Asks a service whether an email domain is disposable. It learns only the domain.
import type { Context } from '../../context.ts';
import { OutboundError } from '../../infrastructure/outbound/outbound-error.ts';

const timeoutMs = 3000;

/** Undefined: the service was unreachable or its response invalid. */
export const askWhetherDisposable = async (
  { services, log }: Pick<Context, 'log' | 'services'>,
  endpoint: string,
  domain: string,
): Promise<boolean | undefined> => {
  try {
    const url = `${endpoint}/v1/disposable/${encodeURIComponent(domain)}`;
    const headers = { accept: 'application/json', 'user-agent': 'Tessera' };
    const { status, body } = await services.outbound.fetch(url, { headers, timeoutMs, maxBytes: 65_536 });
    const { disposable } = (status === 200 ? JSON.parse(body.toString()) : {}) as { disposable?: unknown };
    return typeof disposable === 'boolean' ? disposable : undefined;
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof SyntaxError)) throw error;
    log.warn({ error: error.message }, 'the list of disposable addresses could not be asked');
    return undefined;
  }
};
