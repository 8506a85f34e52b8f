// Asks a service which addresses are made to be thrown away. It learns the domain, never whose address it is.
import type { Context } from '../http/context.ts';
import { OutboundError } from '../outbound/outbound-error.ts';

const timeoutMs = 3000;

/** Undefined: nobody could be asked, or the answer was none. */
export const askWhetherDisposable = async (
  { services, log }: Context,
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
