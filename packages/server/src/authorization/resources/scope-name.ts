// Validates permission names, which clients request as OAuth scopes.
import { invalidField, RequestError } from '../../infrastructure/http/request-error.ts';

/** The characters of a scope-token, RFC 6749, 3.3. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
/** Reserved by OpenID Connect. */
const reserved = new Set(['openid', 'offline_access']);

/** `before`: existing names that violate the rules stay usable. */
export const checkScopeName = (name: string | undefined, before?: string) => {
  if (name === undefined || name === before) return;
  if (/\s/.test(name)) throw new RequestError('scope.name_with_space');
  if (!scopeToken.test(name)) throw invalidField(['name'], 'rules.scope_name');
  if (reserved.has(name)) throw invalidField(['name'], 'rules.scope_name_reserved');
};
