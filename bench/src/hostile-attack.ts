// The attacks on one server, in a separate process like an attacker's machine. Started by hostile-tenant.ts, which
// passes the targets.
import { getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resources of an attacker who owns a tenant: its Management API token, a machine-to-machine application, users with
 * expensive hashes.
 */
export type Target = { base: string; token: string; machineAuthorization: string; resource: string; userIds: string[] };

/** Concurrent attacks per type and tenant. */
const atOnce = 6;

const randomByte = () => Math.floor(Math.random() * 256);
const anyAddress = () => `10.${randomByte()}.${randomByte()}.${randomByte()}`;
const send = async (url: string, init: RequestInit = {}) => {
  const headers = { ...init.headers, 'x-forwarded-for': anyAddress() };
  await (await fetch(url, { redirect: 'manual', ...init, headers })).arrayBuffer();
};

const attacksOn = ({ base, token, machineAuthorization, resource, userIds }: Target) => {
  const authorization = `Bearer ${token}`;
  const requestToken = () =>
    send(`${base}/oidc/token`, {
      method: 'POST',
      headers: { authorization: machineAuthorization },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource }),
    });
  const verify = (userId: string) => () =>
    send(`${base}/api/users/${userId}/password/verify`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'wrong' }),
    });
  const pattern = encodeURIComponent('^(a|b|ab|ba)+(a|b|ab|ba)+(a|b|ab|ba)+(a|b|ab|ba)+c$');
  const search = () =>
    send(`${base}/api/users?mode=posix&search.name=${pattern}&page=1`, { headers: { authorization } });
  const query = new URLSearchParams({
    ...{ client_id: 'demo-app', redirect_uri: `${base}/demo-app`, response_type: 'code', scope: 'openid' },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', state: 's'.repeat(14_000) },
  });
  const authorize = () => send(`${base}/oidc/auth?${query}`);
  const upload = () => {
    const body = new FormData();
    body.append('file', new File([new Uint8Array(500_000)], 'a.png', { type: 'image/png' }));
    return send(`${base}/api/user-assets`, { method: 'POST', headers: { authorization }, body });
  };
  return { script: [requestToken], hash: userIds.map(verify), search: [search], state: [authorize], upload: [upload] };
};

/** Repeats until the process ends, with a pause after a refusal. */
const repeat = async (attack: () => Promise<unknown>): Promise<never> => {
  for (;;) {
    await attack().catch(() => undefined);
    await sleep(20);
  }
};

setPriority(Math.min(19, getPriority() + 10));
process.once('message', (targets: Target[]) => {
  const kinds = process.env.ATTACKS?.split(',');
  for (const target of targets) {
    const attacks = Object.entries(attacksOn(target)).flatMap(([kind, some]) =>
      !kinds || kinds.includes(kind) ? some : [],
    );
    for (const attack of attacks) for (let count = 0; count < atOnce; count += 1) void repeat(attack);
  }
});
process.once('disconnect', () => process.exit());
