// Counts sign-ins by day, method and application while they are logged. The empty method stands for finished sign-ins.
type Counts = { succeeded: number; failed: number };
export type SignInCounts = Map<string, Counts>;

const finished = /^Interaction\.(?:SignIn|Register)\.Submit$/;
const verification = /^Interaction\.SignIn\.Verification\.(\w+)\.Submit$/;

/** Submitting fails while something is missing, such as a second factor, which is not a failed sign-in. */
const methodOf = (key: string, result: 'Success' | 'Error'): string | undefined =>
  finished.test(key) && result === 'Success' ? '' : verification.exec(key)?.[1];

type Logged = { result: 'Success' | 'Error'; applicationId?: string | undefined };

export const countSignIn = (
  counts: SignInCounts,
  date: string,
  key: string,
  { result, applicationId = '' }: Logged,
) => {
  const method = methodOf(key, result);
  if (method === undefined) return;
  const counted = result === 'Success' ? { succeeded: 1, failed: 0 } : { succeeded: 0, failed: 1 };
  add(counts, `${date}/${method}/${applicationId}`, counted);
};

const add = (counts: SignInCounts, name: string, { succeeded, failed }: Counts) => {
  const before = counts.get(name) ?? { succeeded: 0, failed: 0 };
  counts.set(name, { succeeded: before.succeeded + succeeded, failed: before.failed + failed });
};

export const addSignIns = (counts: SignInCounts, added: SignInCounts) => {
  for (const [name, numbers] of added) add(counts, name, numbers);
};

export const signInRows = (counts: SignInCounts) =>
  [...counts].map(([name, numbers]) => {
    const [date, method, application_id] = name.split('/');
    return { date, method, application_id, ...numbers };
  });
