// Evaluated in the sandbox before the script: calls its function, and provides `api.denyAccess`, `console` and a `fetch`
// that asks the server. Keeps its internals out of the script's reach.
export const prelude = `(settle, deny, request, print, lineLength) => {
  'use strict';
  const { parse, stringify } = JSON;
  const { entries, fromEntries, defineProperty } = Object;
  const [PlainPromise, PlainError, PlainString, PlainMap] = [Promise, Error, String, Map];
  const then = PlainPromise.prototype.then;
  const call = Function.prototype.call.bind(Function.prototype.call);
  const waiting = new PlainMap();
  const [keep, take, drop] = [PlainMap.prototype.set, PlainMap.prototype.get, PlainMap.prototype.delete];
  let last = 0;

  const plainHeaders = (headers) => {
    const pairs = headers == null ? [] : typeof headers.entries === 'function' ? [...headers.entries()] : entries(headers);
    return fromEntries(pairs.map(([name, value]) => [PlainString(name), PlainString(value)]));
  };
  const asResponse = ({ status, headers, body }) => {
    const named = fromEntries(headers);
    return {
      status,
      ok: status >= 200 && status < 300,
      headers: {
        get: (name) => named[PlainString(name).toLowerCase()] ?? null,
        has: (name) => PlainString(name).toLowerCase() in named,
        entries: () => headers[Symbol.iterator](),
      },
      text: async () => body,
      json: async () => parse(body),
    };
  };
  const fetch = async (url, init) => {
    const { method = 'GET', headers, body } = init ?? {};
    const sent = stringify({
      url: PlainString(url),
      method: PlainString(method).toUpperCase(),
      headers: plainHeaders(headers),
      body: body == null ? undefined : PlainString(body),
    });
    return new PlainPromise((resolve, reject) => {
      last += 1;
      call(keep, waiting, last, { resolve, reject });
      request(last, sent);
    });
  };
  defineProperty(globalThis, 'fetch', { value: fetch, writable: true, configurable: true });

  const answer = (id, text) => {
    const { resolve, reject } = call(take, waiting, id);
    call(drop, waiting, id);
    const given = parse(text);
    if (given.error === undefined) resolve(asResponse(given));
    else reject(new PlainError(given.error));
  };

  const textOf = (make) => {
    try {
      return PlainString(make());
    } catch {
      return '';
    }
  };
  const shown = (value) =>
    typeof value === 'string' ? value : textOf(() => value instanceof PlainError ? value : stringify(value) ?? value);
  const printAs = (level) => (...values) => {
    let line = '';
    for (const value of values) line += (line && ' ') + shown(value);
    print(level, line.slice(0, lineLength));
  };
  const log = printAs('log');
  const console = { log, info: log, debug: log, warn: printAs('warn'), error: printAs('error') };
  defineProperty(globalThis, 'console', { value: console, writable: true, configurable: true });

  const failed = (error) => {
    const isObject = typeof error === 'object' && error !== null;
    const message = isObject ? textOf(() => error.message) || textOf(() => error) : textOf(() => error);
    settle('failed', stringify({
      name: isObject ? textOf(() => error.name ?? '') : '',
      message,
      stack: isObject ? textOf(() => error.stack ?? '') : '',
    }));
  };
  const returned = (value) => {
    try {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      const text = isObject ? stringify(value) : undefined;
      settle(text === undefined ? 'nothing' : 'claims', text ?? '');
    } catch (error) {
      failed(error);
    }
  };
  const run = (getClaims, input) => {
    const denyAccess = (message) => {
      deny(message === undefined ? '' : textOf(() => message));
      throw new PlainError('Access denied');
    };
    try {
      const result = getClaims({ ...parse(input), api: { denyAccess } });
      call(then, new PlainPromise((resolve) => resolve(result)), returned, failed);
    } catch (error) {
      failed(error);
    }
  };
  return { run, answer };
}`;
