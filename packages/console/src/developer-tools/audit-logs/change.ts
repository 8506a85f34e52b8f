// The typed payload of a change.
import { isChangeKey } from '@tessera/contract/audit-log-keys';
import type { ChangePayload, LogEntry } from '@tessera/contract/audit-logs';

export const changeOf = ({ key, payload }: LogEntry): ChangePayload | undefined =>
  isChangeKey(key) ? (payload as unknown as ChangePayload) : undefined;
