// Firefox over WebDriver BiDi, the protocol that browsers share: Playwright drives only builds of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemProgram } from './system-program.ts';

type Answer = { id?: number; type: string; result?: unknown; message?: string; method?: string; params?: unknown };
type Located = { nodes: { sharedId: string }[] };
type Evaluated = { result: { value?: unknown } };
type Logged = { level: string; text: string };

/** Settings of a new profile: no network requests of its own, English pages. */
const preferences = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.active-protocols': 1,
  'services.settings.server': 'data:,',
  'signon.rememberSignons': false,
};

const connect = async (url: string) => {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const pending = new Map<number, (answer: Answer) => void>();
  const errors: string[] = [];
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) pending.get(answer.id)?.(answer);
    const { level, text } = (answer.params ?? {}) as Logged;
    if (answer.method === 'log.entryAdded' && level === 'error') errors.push(text);
  });
  const send = async <Result = unknown>(method: string, params: object): Promise<Result> => {
    last += 1;
    const id = last;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    pending.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await promise;
    pending.delete(id);
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result as Result;
  };
  return { send, errors };
};

/** A page whose elements are found by role and name, as assistive technology finds them. */
export const openFirefox = async () => {
  const program = systemProgram('/usr/bin/firefox-esr', 'firefox-esr');
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const browser = spawn(program, ['--headless', '--profile', profile, '--remote-debugging-port', '0'], {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const close = async () => {
    const ended = once(browser, 'exit');
    if (browser.exitCode === null && browser.kill()) await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    let address: string | undefined;
    for await (const line of createInterface(browser.stderr)) {
      address = /WebDriver BiDi listening on (\S+)/.exec(line)?.[1];
      if (address) break;
    }
    browser.stderr.resume();
    if (!address) throw new Error('Firefox ended before it listened');
    const { send, errors } = await connect(`${address}/session`);
    await send('session.new', { capabilities: {} });
    await send('session.subscribe', { events: ['log.entryAdded'] });
    const tree = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    const context = tree.contexts[0]?.context ?? '';

    const find = async (role: string, name: string): Promise<string[]> => {
      const locator = { type: 'accessibility', value: { role, name } };
      const { nodes } = await send<Located>('browsingContext.locateNodes', { context, locator });
      return nodes.map(({ sharedId }) => sharedId);
    };
    return {
      close,
      errors,
      find,
      visit: (url: string) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
      reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
      evaluate: async (expression: string) =>
        (await send<Evaluated>('script.evaluate', { expression, target: { context }, awaitPromise: true })).result
          .value,
      click: async (sharedId: string) => {
        const functionDeclaration = "(element) => element.scrollIntoView({ block: 'center' })";
        const scroll = { functionDeclaration, arguments: [{ sharedId }], target: { context }, awaitPromise: false };
        await send('script.callFunction', scroll);
        const origin = { type: 'element', element: { sharedId } };
        const steps = [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ];
        await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions: steps }] });
      },
      type: async (text: string) => {
        const steps = [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]);
        await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions: steps }] });
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};
