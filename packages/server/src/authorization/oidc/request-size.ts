// An authorization request is stored before anyone has signed in, so it has to be small.
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { extraParameterNames } from './extra-parameters.ts';

const mostOfOne = 2048;
const mostOf: Record<string, number> = { scope: 4096, google_one_tap_credential: 4096, id_token_hint: 8192 };
const mostOfAll = 12_288;

const lengthOf = (value: unknown): number =>
  Array.isArray(value) ? value.reduce((sum, item) => sum + lengthOf(item), 0) : String(value ?? '').length;

const refuseLargeRequest = ({ oidc }: KoaContextWithOIDC) => {
  let sum = 0;
  for (const [name, value] of Object.entries(oidc.params ?? {})) {
    const length = lengthOf(value);
    const most = mostOf[name] ?? mostOfOne;
    if (length > most) throw new errors.InvalidRequest(`${name} must not be longer than ${most} characters`);
    sum += length;
  }
  if (sum > mostOfAll) {
    throw new errors.InvalidRequest(`the authorization request must not be longer than ${mostOfAll} characters`);
  }
};

const [first = '', ...others] = extraParameterNames;

/** A validator of one parameter sees all of them, so one is enough. It also covers pushed requests. */
export const extraParams = { [first]: refuseLargeRequest, ...Object.fromEntries(others.map((name) => [name, null])) };
