// Tenant settings that belong to no other entity.
import * as z from 'zod/mini';
import { get, patch, resource } from './kit.ts';

export const adminConsoleConfig = z.object({
  signInExperienceCustomized: z.boolean(),
  organizationCreated: z.boolean(),
  checkedChargeNotification: z.optional(
    z.object({
      token: z.optional(z.boolean()),
      apiResource: z.optional(z.boolean()),
      machineToMachineApp: z.optional(z.boolean()),
      tenantMember: z.optional(z.boolean()),
    }),
  ),
  developmentTenantMigrationNotification: z.optional(
    z.object({
      isPaidTenant: z.boolean(),
      tag: z.string().check(z.maxLength(64)),
      readAt: z.optional(z.number()),
    }),
  ),
});

export const configs = resource('configs', 'management', {
  adminConsole: get('/configs/admin-console', { response: adminConsoleConfig }),
  updateAdminConsole: patch('/configs/admin-console', {
    body: z.partial(adminConsoleConfig),
    response: adminConsoleConfig,
    change: 'admin-console-config.updated',
  }),
});
