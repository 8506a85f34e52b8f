// Invitations: an email address that can join an organization until the invitation is accepted, revoked or expired.
import * as z from 'zod/mini';
import { email, id, idList, pageQuery, text, timestamp } from './fields.ts';
import { del, get, post, put, resource } from './kit.ts';
import { named } from './organization-template.ts';
import { organizationId } from './organizations.ts';

export const invitationStatuses = ['Pending', 'Accepted', 'Expired', 'Revoked'] as const;

export const organizationInvitation = z.object({
  tenantId: z.string(),
  id,
  inviterId: z.nullable(z.string()),
  invitee: z.string(),
  acceptedUserId: z.nullable(z.string()),
  organizationId,
  status: z.enum(invitationStatuses),
  createdAt: timestamp,
  updatedAt: timestamp,
  expiresAt: timestamp,
  organizationRoles: z.array(named),
});
export type OrganizationInvitation = z.output<typeof organizationInvitation>;

/** The end of the year 9999, the latest date most parsers support. */
const latestTime = 253_402_300_799_999;
const line = z.string().check(z.maxLength(2048));
/** Template values of the message; `link` is where the user accepts. */
const messagePayload = z.partial(z.object({ code: line, link: line, locale: line, uiLocales: line }));

export const organizationInvitations = resource('organization-invitations', 'management', {
  list: get('/organization-invitations', {
    query: z.object({
      ...pageQuery,
      organizationId: z.optional(z.string()),
      inviterId: z.optional(z.string()),
      invitee: z.optional(z.string()),
    }),
    response: z.array(organizationInvitation),
    paged: 'optional',
  }),
  create: post('/organization-invitations', {
    body: z.object({
      invitee: email,
      organizationId,
      inviterId: z.optional(z.nullable(text(1, 21))),
      expiresAt: timestamp.check(z.minimum(0), z.maximum(latestTime)),
      organizationRoleIds: z.optional(idList),
      messagePayload: z.optional(z.union([messagePayload, z.literal(false)])),
    }),
    response: organizationInvitation,
    status: 201,
    change: 'organization-invitation.created',
    limits: ['messages'],
  }),
  get: get('/organization-invitations/:invitationId', { response: organizationInvitation }),
  remove: del('/organization-invitations/:invitationId', { change: 'organization-invitation.deleted' }),
  updateStatus: put('/organization-invitations/:invitationId/status', {
    body: z.object({
      status: z.enum(['Accepted', 'Revoked']),
      acceptedUserId: z.optional(z.nullable(text(1, 21))),
    }),
    response: organizationInvitation,
    change: 'organization-invitation.status-updated',
  }),
  sendMessage: post('/organization-invitations/:invitationId/message', {
    body: messagePayload,
    change: 'none',
    limits: ['messages'],
  }),
});
