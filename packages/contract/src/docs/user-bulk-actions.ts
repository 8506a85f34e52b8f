// Documents actions on many users.
import type { userBulkActions } from '../user-bulk-actions.ts';
import type { ResourceDoc } from './document.ts';
import { userFilterFields } from './users.ts';

const { status: filterStatus, ...filterFields } = userFilterFields;

export const userBulkActionsDoc: ResourceDoc<typeof userBulkActions> = {
  title: 'User bulk actions',
  about: 'Actions on many users at once, processed in the background.',
  operations: {
    list: { summary: 'Returns a page of bulk actions, newest first.' },
    create: {
      summary: 'Starts an action on up to 10,000 users.',
      description:
        'Send either `userIds` or `filter`. A filter selects the users who match it now. Users who already are as requested are left unchanged. `assignRole` needs `roleId`, and `addToOrganization` needs `organizationId`. Tenant members need the permission to delete for `delete`.',
      errors: [
        'request.invalid_input',
        'auth.permission_missing',
        'entity.not_exists_with_id',
        'role.internal_role_violation',
        'user.invalid_role_type',
        'user_bulk_action.no_users',
        'user_bulk_action.too_many_users',
        'user_bulk_action.limit_reached',
      ],
    },
    preview: {
      summary: 'Returns what an action on these users would affect.',
      description: 'Send either `userIds` or `filter`. Nothing is changed.',
      errors: ['request.invalid_input', 'user_bulk_action.too_many_users'],
    },
    get: { summary: 'Returns a bulk action with its progress.', errors: ['entity.not_exists_with_id'] },
    listProblems: {
      summary: "Returns a page of the users who couldn't be changed.",
      errors: ['entity.not_exists_with_id'],
    },
    cancel: {
      summary: 'Cancels a bulk action. Users already changed stay changed.',
      errors: ['entity.not_exists_with_id', 'user_bulk_action.wrong_status'],
    },
  },
  fields: {
    id: { text: 'ID of the bulk action.', example: 'p7w3k1n8r5tb' },
    actionId: { text: 'ID of the bulk action.', example: 'p7w3k1n8r5tb' },
    action: { text: 'What to do with the users.', example: 'suspend' },
    userIds: { text: 'IDs of the users, at most 1,000.', example: ['u9x2kfw41ba7'] },
    filter: 'Selects all users who match these filters of the user list. An empty filter selects all users.',
    ...filterFields,
    'filter.status': filterStatus,
    roleId: { text: 'ID of the user role to assign.', example: 'r1s9k4v7b2xd' },
    organizationId: { text: 'ID of the organization to add the users to.', example: 'o3h6t1z8y4bk' },
    status: { text: 'State of the bulk action.', example: 'finished' },
    userCount: { text: 'Number of selected users.', example: 342 },
    doneCount: { text: 'Number of users processed successfully so far.', example: 340 },
    failedCount: { text: "Number of users who couldn't be changed.", example: 2 },
    sessionCount: { text: 'Number of active sessions of the users.', example: 57 },
    roleCount: { text: 'Number of roles assigned to the users.', example: 410 },
    organizationCount: { text: 'Number of organization memberships of the users.', example: 198 },
    tokenCount: { text: 'Number of personal access tokens of the users.', example: 12 },
    finishedAt: { text: 'Time the bulk action ended, in milliseconds since the Unix epoch.', example: 1767225660000 },
    userId: { text: 'ID of the user.', example: 'u9x2kfw41ba7' },
    user: "The user; `null` if there's no such user.",
    name: { text: 'Name of the user.', example: 'Jane Doe' },
    code: { text: 'Error code.', example: 'entity.not_found' },
    message: { text: 'Error message in the language of the request.', example: 'The resource does not exist.' },
  },
};
