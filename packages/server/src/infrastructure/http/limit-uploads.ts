// Uploads are held in memory while they are read, so few are read at once, with a share per tenant.
import type { ServerResponse } from 'node:http';
import { createFairQueue } from '../concurrency/fair-queue.ts';

export type UploadSlots = ReturnType<typeof createUploadSlots>;

export const createUploadSlots = () => {
  const queue = createFairQueue({
    ...{ concurrency: 8, reserved: 2, queueLength: 20, patienceMs: 10_000, alwaysShared: true },
    heavy: { aboveMs: 5_000, concurrency: 2, rest: 1 },
  });
  return {
    /** The slot is held until the response has ended. */
    acquire: async (tenantId: string, response: ServerResponse): Promise<void> => {
      const release = await queue.acquire(tenantId);
      // The client may have disconnected while waiting.
      if (response.closed) release();
      else response.once('close', () => release());
    },
  };
};
