// Documents links with which users set a new password.
import type { passwordLinks, userPasswordLinks } from '../password-links.ts';
import type { ResourceDoc } from './document.ts';

export const userPasswordLinksDoc: ResourceDoc<typeof userPasswordLinks> = {
  title: 'Password links',
  about: 'Emails with a link to set a new password.',
  operations: {
    get: { summary: 'Returns whether a password link can be sent to a user.', errors: ['entity.not_found'] },
    send: {
      summary: 'Emails a user a link to set a new password, or an invitation if they have none.',
      description:
        'The link works once: a reset for an hour, an invitation for seven days. A new link replaces the previous one. Uses the template `PasswordReset` or `UserInvitation` if there is one.',
      errors: [
        'entity.not_found',
        'user.suspended',
        'user.email_not_exist',
        'connector.not_found',
        'request.rate_limited',
      ],
    },
  },
  fields: {
    problem: { text: "Why a link can't be sent; `null` if it can.", example: null },
    isInvitation: { text: 'Whether the email is an invitation.', example: false },
  },
};

export const passwordLinksDoc: ResourceDoc<typeof passwordLinks> = {
  title: 'Use of password links',
  about: 'Sets the password of a user who has a link from an email.',
  operations: {
    use: {
      summary: "Sets the user's password and ends their sessions.",
      errors: [
        'one_time_token.token_not_found',
        'one_time_token.email_mismatch',
        'one_time_token.token_consumed',
        'one_time_token.token_expired',
        'one_time_token.token_revoked',
        'user.suspended',
        'password.rejected',
      ],
    },
  },
  fields: { token: { text: 'Token from the link.', example: 'pZ3kq8' } },
};
