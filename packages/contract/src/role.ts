// A role; assignments and permissions are in roles.ts.
import * as z from 'zod/mini';
import { id, text } from './fields.ts';

export const roleTypes = ['User', 'MachineToMachine'] as const;
export const roleType = z.enum(roleTypes);
export type RoleType = z.output<typeof roleType>;

/** Prefix of internal roles, which are neither listed nor editable. */
export const internalPrefix = '#internal:';
export const isInternal = (name: string) => name.startsWith(internalPrefix);

export const role = z.object({
  tenantId: z.string(),
  id,
  name: text(1, 128),
  description: text(1, 128),
  type: roleType,
  isDefault: z.boolean(),
});
export type Role = z.output<typeof role>;
