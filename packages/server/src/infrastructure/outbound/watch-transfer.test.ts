import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { loopbackServers } from './loopback-servers.ts';
import { type Transfer, watchTransfer } from './watch-transfer.ts';

const { serve } = loopbackServers();
const limits = { everyMs: 50, silentTicks: 3, slow: { ticks: 3, bytes: 1024 * 1024 }, failedChecks: 2 };
const mebibyte = Buffer.alloc(1024 * 1024);

const watch = (response: ServerResponse, more: Partial<Transfer> = {}) =>
  watchTransfer(
    {
      ...{ client: response.socket as Socket, end: () => response.destroy() },
      ...{ isAnswered: () => response.headersSent, mayGoOn: async () => true, ...more },
    },
    limits,
  );

/** The client's side of an answer, and whether the server's side is complete when it closes. */
const open = async (write: (response: ServerResponse) => void) => {
  const { promise: closed, resolve: close } = Promise.withResolvers<'complete' | 'cut off'>();
  const port = await serve((_, response) => {
    response.once('close', () => close(response.writableFinished ? 'complete' : 'cut off'));
    write(response);
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request({ port, host: '127.0.0.1' }, resolve).on('error', reject).end();
  const answer = await promise;
  answer.on('error', () => {});
  return { answer, closed };
};

/** Writes for longer than any limit. */
const writeOn = (response: ServerResponse, parts = 10) => {
  const state = { sent: 0 };
  response.write('first');
  const timer = setInterval(() => {
    state.sent += 1;
    response.write('next');
    if (state.sent < parts) return;
    clearInterval(timer);
    response.end();
  }, limits.everyMs);
};

describe('a transfer', () => {
  it('ends if its client stops reading', async () => {
    const { answer, closed } = await open((response) => {
      watch(response);
      for (let count = 0; count < 64; count += 1) response.write(mebibyte);
    });
    answer.pause();
    expect(await closed).toBe('cut off');
    answer.destroy();
  });

  it('ends if its client reads only a trickle', async () => {
    const { answer, closed } = await open((response) => {
      watch(response);
      for (let count = 0; count < 64; count += 1) response.write(mebibyte);
    });
    const state = { isOver: false };
    void closed.then(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      answer.read(1024);
      await sleep(limits.everyMs / 5);
    }
    expect(await closed).toBe('cut off');
    answer.destroy();
  });

  it('goes on if it is only slow', async () => {
    const { answer, closed } = await open((response) => {
      watch(response);
      writeOn(response);
    });
    answer.resume();
    expect(await closed).toBe('complete');
  });

  it('ends after a while of silence', async () => {
    const { answer, closed } = await open((response) => {
      watch(response);
      response.write('first');
    });
    answer.resume();
    expect(await closed).toBe('cut off');
  });

  it('is not watched for longer than asked', async () => {
    const { answer, closed } = await open((response) => {
      watch(response)();
      response.write('first');
      setTimeout(() => response.end(), limits.everyMs * 10);
    });
    answer.resume();
    expect(await closed).toBe('complete');
  });
});

describe('the checks of a transfer', () => {
  it.each([
    ['end it once they fail', async () => false],
    ['end it if they are not possible', () => Promise.reject(new Error('the database is away'))],
    ['end it if they have no result', () => new Promise<boolean>(() => {})],
  ])('%s', async (_, mayGoOn) => {
    const { answer, closed } = await open((response) => {
      watch(response, { mayGoOn });
      writeOn(response, 1_000);
    });
    answer.resume();
    expect(await closed).toBe('cut off');
  });

  it('may fail now and then', async () => {
    const state = { checks: 0 };
    const mayGoOn = async () => {
      state.checks += 1;
      if (state.checks % 2 === 1) throw new Error('the database is away');
      return true;
    };
    const { answer, closed } = await open((response) => {
      watch(response, { mayGoOn });
      writeOn(response);
    });
    answer.resume();
    expect(await closed).toBe('complete');
    expect(state.checks).toBeGreaterThan(limits.failedChecks);
  });
});
