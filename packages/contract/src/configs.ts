// Settings of a tenant that have no entity of their own.
import * as z from 'zod/mini';
import { jsonObject } from './fields.ts';
import { get, patch, resource } from './kit.ts';

export const adminConsoleConfig = z.object({
  signInExperienceCustomized: z.boolean(),
  organizationCreated: z.boolean(),
  checkedChargeNotification: z.optional(jsonObject),
  developmentTenantMigrationNotification: z.optional(jsonObject),
});

export const configs = resource('configs', 'management', {
  adminConsole: get('/configs/admin-console', { response: adminConsoleConfig }),
  updateAdminConsole: patch('/configs/admin-console', {
    body: z.partial(adminConsoleConfig),
    response: adminConsoleConfig,
    change: 'admin-console-config.updated',
  }),
});
