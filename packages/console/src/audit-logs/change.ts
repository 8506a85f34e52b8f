// The payload of a change, as the contract describes it.
import { isChangeKey } from '@tessera/contract/log-keys';
import type { ChangePayload, LogEntry } from '@tessera/contract/logs';

export const changeOf = ({ key, payload }: LogEntry): ChangePayload | undefined =>
  isChangeKey(key) ? (payload as unknown as ChangePayload) : undefined;
