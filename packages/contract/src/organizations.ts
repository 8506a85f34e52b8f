// Organizations: customers or teams of a tenant, each with members, applications and branding.
import * as z from 'zod/mini';
import { customData, hexColor, id, jsonObject, pageQuery, searched, text, timestamp } from './fields.ts';
import { del, get, patch, post, resource } from './kit.ts';
import { named } from './organization-template.ts';
import { branding } from './sign-in-experience.ts';

/** Two characters longer than other IDs: organizations of the console's tenants are prefixed tenant IDs. */
export const organizationId = text(1, 23);

const name = text(1, 128);
const description = z.nullable(z.string().check(z.maxLength(256)));
const color = z.partial(
  z.object({ primaryColor: hexColor, isDarkModeEnabled: z.boolean(), darkPrimaryColor: hexColor }),
);
const customCss = z.nullable(z.string().check(z.maxLength(65_536)));

export const organization = z.object({
  tenantId: z.string(),
  id: organizationId,
  name,
  description,
  customData: jsonObject,
  isMfaRequired: z.boolean(),
  color,
  branding,
  customCss,
  createdAt: timestamp,
});
export type Organization = z.output<typeof organization>;

/** A few members, for display. */
export const featuredUser = z.object({
  id,
  name: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
});

const settings = z.object({ name, description, customData, isMfaRequired: z.boolean(), color, branding, customCss });

export const organizationWithRoles = z.extend(organization, { organizationRoles: z.array(named) });

export const organizations = resource('organizations', 'management', {
  list: get('/organizations', {
    query: z.object({ ...pageQuery, ...searched, showFeatured: z.optional(z.string()) }),
    response: z.array(
      z.extend(organization, {
        usersCount: z.optional(z.number()),
        featuredUsers: z.optional(z.array(featuredUser)),
      }),
    ),
    paged: 'always',
    limits: ['searches'],
  }),
  create: post('/organizations', {
    body: z.extend(z.partial(settings), { name }),
    response: organization,
    status: 201,
    quota: 'organizationsLimit',
    change: 'organization.created',
  }),
  get: get('/organizations/:organizationId', { response: organization, versioned: true }),
  update: patch('/organizations/:organizationId', {
    body: z.partial(settings),
    response: organization,
    change: 'organization.updated',
  }),
  remove: del('/organizations/:organizationId', { change: 'organization.deleted' }),

  ofUser: get('/users/:userId/organizations', {
    query: z.object({ ...pageQuery, ...searched }),
    response: z.array(organizationWithRoles),
    paged: 'optional',
    limits: ['searches'],
  }),
  ofApplication: get('/applications/:applicationId/organizations', {
    query: z.object({ ...pageQuery, ...searched }),
    response: z.array(organizationWithRoles),
    paged: 'optional',
    limits: ['searches'],
  }),
});
