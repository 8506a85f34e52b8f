// The page of the documentation about the retention of each table.
import { join } from 'node:path';
import { type Retention, retention } from './retention.ts';

export const retentionPageFile = join(import.meta.dirname, '../../../../../docs/operating/retention.md');

const code = (table: string) => `\`${table}\``;
const rule = (one: Retention) => ('kept' in one ? one.kept : one.after);

/** Tables by rule, in the order of the list. */
const byRule = (kind: 'expired' | 'kept') => {
  const ofKind = Object.entries(retention).filter(([, one]) => kind in one);
  const groups = Map.groupBy(ofKind, ([, one]) => rule(one));
  return Array.from(groups, ([text, found]) => `| ${found.map(([table]) => code(table)).join(', ')} | ${text} |`);
};

export const retentionPage = (): string => `# Retention

What is deleted by itself, and what stays until it is deleted. This page is generated from
\`packages/server/src/infrastructure/housekeeping/retention.ts\`; don't edit it. For logs, see
[Audit logs](../audit-logs.md#set-the-retention).

## Deleted by housekeeping

Every ten minutes a job deletes these rows of each tenant. Expiry is also checked on every use, so expired rows have no effect
until then.

| Tables | Deleted |
|---|---|
${byRule('expired').join('\n')}

## Kept

| Tables | Reason |
|---|---|
${byRule('kept').join('\n')}
`;
