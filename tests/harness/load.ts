// Concurrent load until stopped: users signing in and refreshing, machine-to-machine tokens, and administrators
// writing. Records everything the server acknowledged, to compare it with the database.
import { demoApp, obtainCode, tokenRequest } from './sign-in.ts';

type Call = (method: string, path: string, json?: unknown) => Promise<{ status: number; body: string; json(): never }>;

export const startLoad = (options: {
  origin: string;
  call: Call;
  machineToken: () => Promise<unknown>;
  usernames: string[];
  writers: number;
}) => {
  const { origin, call, machineToken, usernames, writers } = options;
  const state = { isRunning: true };
  const failures: string[] = [];
  /** Descriptions by application ID: acknowledged, and attempted without a response. */
  const written = new Map<string, { acknowledged: string; attempted?: string }>();
  /** The latest refresh token of every completed sign-in. */
  const refreshTokens: string[] = [];
  const counts = { signIns: 0, writes: 0, machineTokens: 0 };

  const repeat = async (work: (round: number) => Promise<void>) => {
    for (let round = 0; state.isRunning; round += 1) {
      await work(round).catch((error: Error) => failures.push(`${error.message} ${String(error.cause ?? '')}`));
    }
  };
  const client = demoApp(origin);
  const exchange = async (form: Record<string, string>) => {
    const { status, body } = await tokenRequest(origin, client, form);
    if (status !== 200) throw new Error(`${form.grant_type}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const signIn = (username: string) => async () => {
    const { code, verifier, landed } = await obtainCode({ base: origin, client, username });
    if (landed.answer) throw new Error(`sign-in: ${landed.answer.status} ${landed.answer.body}`);
    const redirect = { redirect_uri: client.redirectUri, code_verifier: verifier };
    const tokens = await exchange({ grant_type: 'authorization_code', code, ...redirect });
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    refreshTokens.push((await exchange(form)).refresh_token ?? '');
    counts.signIns += 1;
  };
  const write = (writer: number) => async (round: number) => {
    const description = `${writer}/${round}`;
    const created = await call('POST', '/applications', { name: 'Load', type: 'Traditional', description });
    if (created.status !== 200) throw new Error(`create: ${created.status} ${created.body}`);
    const { id } = created.json() as { id: string };
    const attempted = `${description} changed`;
    written.set(id, { acknowledged: description, attempted });
    const changed = await call('PATCH', `/applications/${id}`, { description: attempted });
    if (changed.status !== 200) throw new Error(`change: ${changed.status} ${changed.body}`);
    written.set(id, { acknowledged: attempted });
    counts.writes += 2;
  };
  const loops = [
    ...usernames.map((username) => repeat(signIn(username))),
    ...Array.from({ length: writers }, (_, index) => repeat(write(index))),
    repeat(async () => {
      await machineToken();
      counts.machineTokens += 1;
    }),
  ];
  return {
    failures,
    written,
    refreshTokens,
    counts,
    loops: loops.length,
    stop: async () => {
      state.isRunning = false;
      await Promise.all(loops);
    },
  };
};
