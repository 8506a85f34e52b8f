// Kinds and limits of bulk actions on users. Without zod, since the console needs them as values.
export const bulkActions = ['suspend', 'reactivate', 'assignRole', 'addToOrganization', 'delete'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Users of one action. */
export const maxBulkUsers = 10_000;
/** Longer selections are named by a filter. */
export const maxBulkUserIds = 1_000;
