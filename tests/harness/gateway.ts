// A server with the gateway, an origin that answers with what it was asked, and sites in front of it.
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { type ManagementApi, managementApi } from './api.ts';
import { findAtLoopback } from './dns-server.ts';
import { userIdOf } from './permissions.ts';
import {
  cookiesAt,
  gatewaySettings,
  newProtectedApplication,
  type Origin,
  signInTo,
  startOrigin,
} from './protected-site.ts';
import { type TestServer, useServer } from './server.ts';
import type { StartOptions } from './test-server.ts';

/** `listener`: of an origin of its own. */
type Settings = { listener?: RequestListener; [setting: string]: unknown };

export type Gateway = ReturnType<typeof useGateway>;

/** For the tests of a `describe`. */
export const useGateway = (env: Record<string, string> = {}, options: StartOptions = {}) => {
  const parts: { server?: TestServer; api?: ManagementApi; origin?: Origin; restoreLookup?: () => void } = {};
  const origins: Origin[] = [];
  let number = 0;
  const newOrigin = async (listener?: RequestListener) => {
    const origin = await startOrigin(listener);
    origins.push(origin);
    return origin;
  };
  beforeAll(async () => {
    parts.restoreLookup = findAtLoopback('.test');
    parts.origin = await newOrigin();
    parts.server = await useServer({ ...options, env: { ...gatewaySettings, ...env } });
    parts.api = await managementApi(parts.server);
  });
  afterAll(async () => {
    parts.restoreLookup?.();
    for (const one of origins) await one.stop();
  });
  const started = <K extends 'server' | 'api' | 'origin'>(name: K): NonNullable<(typeof parts)[K]> => {
    const part = parts[name];
    if (!part) throw new Error('The gateway runs only while tests run');
    return part;
  };
  const newSite = async ({ listener, ...settings }: Settings = {}) => {
    number += 1;
    const origin = listener ? await newOrigin(listener) : started('origin');
    const own = { subDomain: `site${number}`, origin: origin.url };
    return { ...(await newProtectedApplication(started('server'), started('api'), { ...own, ...settings })), origin };
  };
  return {
    server: () => started('server'),
    api: () => started('api'),
    origin: () => started('origin'),
    newOrigin,
    newSite,
    /** A site, and a browser that is signed in to it. */
    newSignedInSite: async (settings: Settings = {}) => {
      const site = await newSite(settings);
      const username = `visitor${number}`;
      const { browser } = await signInTo(started('server'), `${site.url}/sign-in`, username, { register: true });
      const userId = await userIdOf(started('server'), 'default', username);
      return { ...site, username, userId, browser, cookie: cookiesAt(browser, site.url) };
    },
  };
};

/** Sends bytes as they are, with `Connection: close`, and returns the answer. */
export const sendBytes = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
