// The errors an operation can return: those of its access, input and limits, and its own.
import { type ErrorCode, errors } from '../errors.ts';
import type { Access, Operation } from '../kit.ts';

const token: ErrorCode[] = [
  'auth.authorization_header_missing',
  'auth.authorization_token_type_not_supported',
  'auth.unauthorized',
  'auth.forbidden',
];
const ofAccess: Record<Access, ErrorCode[]> = {
  public: [],
  cloudPublic: [],
  management: [...token, 'subscription.tenant_suspended'],
  account: ['auth.unauthorized', 'auth.forbidden', 'account_center.not_enabled', 'subscription.tenant_suspended'],
  scim: [...token, 'subscription.tenant_suspended'],
  me: token,
  cloud: token,
  organization: [...token, 'auth.insufficient_permissions'],
  interaction: ['session.not_found', 'auth.forbidden', 'subscription.tenant_suspended'],
};

const ofLimits: Record<NonNullable<Operation['limits']>[number], ErrorCode[]> = {
  attempts: ['request.rate_limited'],
  messages: ['request.rate_limited'],
  hashes: ['server.unavailable'],
  keys: ['server.unavailable'],
  searches: ['request.search_too_slow'],
  uploads: [],
};

export const errorsOf = (
  access: Access,
  operation: Operation,
  specific: readonly ErrorCode[],
  isVersioned: boolean,
): { code: ErrorCode; status: number }[] => {
  const { method, query, body, multipart, upload, paged, quota, limits = [], needs } = operation;
  const codes: ErrorCode[] = [
    ...ofAccess[access],
    ...(query || body || upload ? (['guard.invalid_input'] as const) : []),
    ...(body && !multipart ? (['request.invalid_json'] as const) : []),
    ...(body || upload ? (['request.payload_too_large'] as const) : []),
    ...(multipart ? (['request.too_slow'] as const) : []),
    ...(paged ? (['guard.invalid_pagination'] as const) : []),
    ...(quota ? (['subscription.limit_exceeded'] as const) : []),
    ...(needs ? (['auth.permission_missing'] as const) : []),
    ...limits.flatMap((limit) => ofLimits[limit]),
    ...(isVersioned && method !== 'GET' ? (['entity.changed_meanwhile'] as const) : []),
    ...specific,
  ];
  return [...new Set(codes)]
    .map((code) => ({ code, status: errors[code] }))
    .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code));
};
