// User actions on the pages: create an account, sign in, sign out.
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { meResource } from '../../harness/console-user.ts';
import { refresh } from '../../harness/session.ts';
import { consoleApp, obtainCode, obtainTokens, password } from '../../harness/sign-in.ts';
import type { TestServer } from '../../harness/test-server.ts';

export { password };

/** At sign-in, at registration and where a new password is set. */
export const passwordField = (page: Page) => page.getByLabel(/^(Password|Create a password|New password)$/);

/** The same in any language. */
export const passwordInput = (page: Page) => page.locator('input[name=password], input[name=new-password]');

/** Fills in the registration, starting at the username. */
export const fillRegistration = async (page: Page, username: string) => {
  await page.getByLabel('Username').fill(username);
  await page.getByRole('button', { name: 'Create account' }).click();
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
};

export const fillSignIn = async (page: Page, username: string, secret = password) => {
  await page.getByLabel('Username').fill(username);
  await passwordField(page).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** The first console account, created without a browser. */
export const createAdministrator = async (
  { origin, base }: Pick<TestServer, 'origin' | 'base'>,
  username = 'admin',
) => {
  await obtainCode({ base: base('admin'), client: consoleApp(origin), scope: 'openid', username, register: true });
  return username;
};

/** Another administrator with the same password and roles: in the open-source edition only the first can register. */
export const createSecondAdministrator = async ({ query }: TestServer, username: string) => {
  await query(
    `insert into users (tenant_id, id, username, password_encrypted, password_encryption_method)
     select tenant_id, $1, $1, password_encrypted, password_encryption_method from users
     where tenant_id = 'admin' and username = 'admin'`,
    [username],
  );
  await query(
    `insert into users_roles (tenant_id, user_id, role_id)
     select roles.tenant_id, $1, roles.role_id from users_roles roles join users on users.id = roles.user_id
     where roles.tenant_id = 'admin' and users.tenant_id = 'admin' and users.username = 'admin'`,
    [username],
  );
};

const signedIn = new WeakSet<BrowserContext>();

const sameSite = { lax: 'Lax', strict: 'Strict', none: 'None' } as const;

/** Leaves the cookies and tokens of a sign-in in the browser. The pages take seconds, and have journeys of their own. */
const signIn = async (page: Page, { origin, base }: TestServer) => {
  const client = consoleApp(origin);
  const resources = ['https://default.tessera.app/api', meResource];
  const { tokens, visitor } = await obtainTokens({
    base: base('admin'),
    client,
    scope: 'openid offline_access profile email identities custom_data all',
    resources,
    username: 'admin',
  });
  let { id_token: idToken = '', refresh_token: refreshToken = '' } = tokens;
  const accessTokens: Record<string, { token: string; expiresAt: number }> = {};
  // A page that is left while it refreshes would lose its refresh token.
  for (const resource of resources) {
    const { status, body } = await refresh(base('admin'), client, refreshToken, { resource });
    expect(status, JSON.stringify(body)).toBe(200);
    ({ id_token: idToken = idToken, refresh_token: refreshToken = refreshToken } = body);
    accessTokens[resource] = { token: body.access_token, expiresAt: Date.now() + body.expires_in * 1000 };
  }
  const { hostname: domain } = new URL(origin);
  await page.context().addCookies(
    visitor.cookies().map((cookie) => ({
      ...cookie,
      domain,
      sameSite: sameSite[cookie.sameSite as keyof typeof sameSite],
    })),
  );
  // A page of the same origin without scripts.
  await page.goto(`${origin}/oidc/jwks`);
  await page.evaluate(
    (stored) => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(`tessera:admin_console:${name}`, value);
    },
    { id_token: idToken, refresh_token: refreshToken, access_tokens: JSON.stringify(accessTokens) },
  );
};

/** Opens a console page, signing in if necessary. */
export const enterConsole = async (page: Page, server: TestServer, path: string) => {
  const context = page.context();
  if (!signedIn.has(context)) await signIn(page, server);
  signedIn.add(context);
  await page.goto(`${server.origin}${path}`);
};

/** Opens the application list. */
export const openConsole = async (page: Page, server: TestServer, path = '/console/applications') => {
  await enterConsole(page, server, path);
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
};

export const openUserMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
};

export const signOutOfConsole = async (page: Page) => {
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
};
