// Permissions of tenant members. Without zod, since the console needs the list as a value.
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
