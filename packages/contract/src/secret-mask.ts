// Shown in place of a secret. When sent back, the stored value is kept. Without a schema, since the console needs it as
// a value.
export const secretMask = '******';
