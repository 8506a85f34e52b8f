// Tenants and their members in the cloud console.
import * as z from 'zod/mini';
import { text } from './fields.ts';
import { get, post, resource } from './kit.ts';

export const tenantTags = ['development', 'production'] as const;
export const tenantTag = z.enum(tenantTags);

export const subscription = z.object({
  planId: z.string(),
  status: z.string(),
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  isEnterprisePlan: z.boolean(),
});
const limit = z.nullable(z.number());

export const tenant = z.object({
  id: z.string(),
  name: z.string(),
  tag: tenantTag,
  indicator: z.string(),
  regionName: z.string(),
  planId: z.string(),
  isSuspended: z.boolean(),
  createdAt: z.string(),
  subscription,
  usage: z.object({ activeUsers: z.number(), tokenUsage: z.number() }),
  quota: z.object({ mauLimit: limit, tokenLimit: limit }),
  openInvoices: z.array(z.object({ amountDue: z.number() })),
});
export type Tenant = z.output<typeof tenant>;

export const regions = [
  { id: 'EU', name: 'Europe' },
  { id: 'US', name: 'West US' },
  { id: 'AU', name: 'Australia' },
  { id: 'JP', name: 'Japan' },
] as const;

export const tenants = resource('tenants', 'cloud', {
  list: get('/tenants', { response: z.array(tenant) }),
  create: post('/tenants', {
    body: z.object({
      name: z.optional(text(1, 128)),
      tag: z.optional(tenantTag),
      regionName: z.optional(z.enum(regions.map(({ id }) => id))),
    }),
    response: tenant,
    status: 201,
    change: 'tenant.created',
  }),
  regions: get('/me/regions', {
    response: z.object({
      regions: z.array(z.object({ id: z.string(), name: z.string(), tags: z.array(tenantTag) })),
    }),
  }),
});

export const tenantMembers = resource('tenant-members', 'organization', {
  scopes: get('/tenants/:tenantId/members/:userId/scopes', {
    response: z.array(
      z.object({
        tenantId: z.string(),
        id: z.string(),
        name: z.string(),
        description: z.nullable(z.string()),
      }),
    ),
  }),
});
