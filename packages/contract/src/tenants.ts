// Tenants, as the cloud console sees them.
import * as z from 'zod/mini';
import { text } from './fields.ts';
import { get, post, resource } from './kit.ts';

export const tenantTags = ['development', 'production'] as const;
export const tenant = z.object({
  id: z.string(),
  name: z.string(),
  tag: z.enum(tenantTags),
  indicator: z.string(),
  regionName: z.string(),
  planId: z.string(),
  isSuspended: z.boolean(),
  createdAt: z.string(),
});
export type Tenant = z.output<typeof tenant>;

export const tenants = resource('tenants', 'cloud', {
  list: get('/tenants', { response: z.array(tenant) }),
  create: post('/tenants', {
    body: z.object({
      name: z.optional(text(1, 128)),
      tag: z.optional(z.enum(tenantTags)),
      regionName: z.optional(text(1, 32)),
    }),
    response: tenant,
    status: 201,
    change: 'tenant.created',
  }),
});
