// Documents the Cloud API, which the console of the cloud edition calls.
import type { tenantMembers, tenants } from '../tenants.ts';
import type { ResourceDoc } from './document.ts';

export const tenantsDoc: ResourceDoc<typeof tenants> = {
  title: 'Tenants',
  about: 'Tenants of the signed-in console user.',
  operations: {
    list: { summary: 'Returns the tenants of the user, newest first.' },
    create: { summary: 'Creates a tenant.', errors: ['subscription.limit_exceeded'] },
    regions: { summary: 'Returns the regions available for new tenants.' },
  },
  fields: {
    id: { text: 'ID of the tenant.', example: 'q8m2xk' },
    name: { text: 'Name of the tenant.', example: 'Acme' },
    tag: { text: 'Whether the tenant is for development or production.', example: 'production' },
    indicator: { text: 'API resource of the Management API of the tenant.', example: 'https://q8m2xk.tessera.app/api' },
    regionName: { text: 'Region of the tenant.', example: 'EU' },
    planId: { text: 'Plan of the tenant.', example: 'free' },
    isSuspended: { text: 'Whether the tenant is suspended.', example: false },
    createdAt: { text: 'Time of creation, in ISO 8601 format.', example: '2026-01-01T00:00:00.000Z' },
    subscription: 'Subscription of the tenant.',
    status: { text: 'State of the subscription.', example: 'active' },
    currentPeriodStart: { text: 'Start of the billing period.', example: '2026-01-01T00:00:00.000Z' },
    currentPeriodEnd: { text: 'End of the billing period.', example: '2026-02-01T00:00:00.000Z' },
    isEnterprisePlan: { text: 'Whether it is an enterprise plan.', example: false },
    usage: 'Usage in the billing period.',
    activeUsers: { text: 'Monthly active users.', example: 812 },
    tokenUsage: { text: 'Issued tokens.', example: 15230 },
    quota: 'Limits of the plan; `null` means unlimited.',
    mauLimit: { text: 'Limit of monthly active users.', example: 50000 },
    tokenLimit: { text: 'Limit of issued tokens.', example: 500000 },
    openInvoices: 'Unpaid invoices.',
    amountDue: { text: 'Amount due, in cents.', example: 1600 },
    regions: 'Regions.',
    'regions.id': { text: 'ID of the region.', example: 'EU' },
    'regions.name': { text: 'Name of the region.', example: 'Europe' },
    tags: { text: 'Tenant types available in the region.', example: ['development', 'production'] },
  },
};

export const tenantMembersDoc: ResourceDoc<typeof tenantMembers> = {
  title: 'Tenant members',
  about: 'Members of a tenant in the console.',
  operations: {
    scopes: { summary: 'Returns the permissions of a member in a tenant.', errors: ['auth.permission_missing'] },
  },
  fields: {
    id: { text: 'ID of the permission.', example: 'write-data' },
    name: { text: 'Name of the permission.', example: 'write:data' },
    description: { text: 'Description of the permission.', example: 'Changes data of the tenant.' },
  },
};
