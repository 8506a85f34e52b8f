// What a member may do in a tenant. Without zod, since the console needs the list itself.
export const tenantScopes = [
  'read:data',
  'write:data',
  'delete:data',
  'read:member',
  'invite:member',
  'remove:member',
  'update:member:role',
  'manage:tenant',
] as const;
