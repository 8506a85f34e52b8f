// The sign-in pages in Firefox, at the default settings.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { openFirefox } from '../harness/firefox.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { password } from '../harness/sign-in.ts';

let server: TestServer;
let firefox: Awaited<ReturnType<typeof openFirefox>>;
beforeAll(async () => {
  [server, firefox] = await Promise.all([useServer(), openFirefox()]);
});
afterAll(() => firefox.close());

const see = async (role: string, name: string): Promise<string> => {
  const seen: string[] = [];
  const look = async () => seen.push(...(await firefox.find(role, name))) > 0;
  await eventually(look, { what: `${role} "${name}"` });
  return seen[0] ?? '';
};
const click = async (role: string, name: string) => firefox.click(await see(role, name));
/** By label: password fields have no role. */
const fill = async (label: string, text: string) => {
  const focus = `(() => {
    const isMeant = ({ labels }) => labels[0]?.textContent.trim() === ${JSON.stringify(label)};
    const field = [...document.querySelectorAll('input')].find(isMeant);
    field?.select();
    return field !== undefined && document.activeElement === field;
  })()`;
  await eventually(async () => (await firefox.evaluate(focus)) === true, { what: `field "${label}"` });
  await firefox.type(text);
};
const seeText = (text: string) =>
  eventually(async () => String(await firefox.evaluate('document.body.innerText')).includes(text), { what: text });

it('registers, survives a reload, refuses a wrong password and signs in', async () => {
  await firefox.visit(`${server.origin}/demo-app`);
  await click('link', 'Create account');
  await fill('Username', 'ada');
  await click('button', 'Create account');
  await fill('Create a password', password);
  await click('button', 'Create account');
  await see('heading', "You're signed in");
  await firefox.reload();
  await see('heading', "You're signed in");

  await click('button', 'Sign out');
  await see('heading', "You're signed out");
  await click('button', 'Sign in');
  await fill('Username', 'ada');
  await fill('Password', `${password}?`);
  await click('button', 'Sign in');
  await seeText('Your account or password is incorrect.');
  await fill('Password', password);
  await click('button', 'Sign in');
  await see('heading', "You're signed in");
  expect(firefox.errors).toEqual([]);
});
