// What an administrator should know about a secret: it expires, is old, or nothing uses it.
import type { ApplicationHealth, SecretIssue } from '@tessera/contract/application-health';

type Secret = Omit<ApplicationHealth['secrets'][number], 'issues' | 'name'>;

const day = 86_400_000;
const expiringDays = 30;
const oldDays = 365;
const unusedDays = 90;
/** A new secret is not in use yet. */
const newDays = 7;

export const secretIssues = (
  { createdAt, expiresAt, lastUsedAt, recordedSince }: Secret,
  now: number,
): SecretIssue[] => {
  const isBefore = (time: number, days: number) => time < now - days * day;
  if (expiresAt !== null && expiresAt <= now) return ['expired'];
  const isExpiring = expiresAt !== null && expiresAt <= now + expiringDays * day;
  // Uses before the recording are not known.
  const isNeverUsed = lastUsedAt === null && recordedSince <= createdAt && isBefore(createdAt, newDays);
  const isUnused = isBefore(lastUsedAt ?? Math.max(createdAt, recordedSince), unusedDays);
  return [
    ...(isExpiring ? (['expiring'] as const) : []),
    ...(isBefore(createdAt, oldDays) ? (['old'] as const) : []),
    ...(isNeverUsed ? (['never_used'] as const) : isUnused ? (['unused'] as const) : []),
  ];
};
