// Uploads are held in memory while they are read, so few are read at once, with a share per tenant.
import type { FastifyInstance } from 'fastify';
import { createFairQueue } from '../concurrency/fair-queue.ts';
import { visitOf } from './visit.ts';

export const limitUploads = (app: FastifyInstance) => {
  const queue = createFairQueue({
    ...{ concurrency: 8, reserved: 2, queueLength: 20, patienceMs: 10_000, alwaysShared: true },
    heavy: { aboveMs: 5_000, concurrency: 2, rest: 1 },
  });
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!request.headers['content-type']?.startsWith('multipart/')) return payload;
    const release = await queue.acquire(visitOf(request.raw).destination.tenantId);
    // The client may have disconnected while waiting.
    if (reply.raw.closed) release();
    else reply.raw.once('close', () => release());
    return payload;
  });
};
