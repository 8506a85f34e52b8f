// Checks a password against the tenant's policy. No dependencies, so that the sign-in page can run it while typing.

export const defaultPasswordPolicy = {
  length: { min: 8, max: 256 },
  characterTypes: { min: 1 },
  rejects: { pwned: true, repetitionAndSequence: true, userInfo: true, words: [] as readonly string[] },
} as const;

/** Weak passwords are counted up to this number. */
export const mostWeakPasswords = 10_000;

type Loose<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/** A stored policy; missing values use the defaults. */
export type PasswordRules = {
  readonly length?: Loose<{ min: number; max: number }> | undefined;
  readonly characterTypes?: Loose<{ min: number }> | undefined;
  readonly rejects?:
    | Loose<{ pwned: boolean; repetitionAndSequence: boolean; userInfo: boolean; words: readonly string[] }>
    | undefined;
};

export type PasswordUserInfo = Loose<Record<'name' | 'username' | 'email' | 'phone', string | null>>;

type RestrictedKind = 'repetition' | 'sequence' | 'words' | 'user_info';
type IssueName =
  | 'too_short'
  | 'too_long'
  | 'unsupported_characters'
  | 'character_types'
  | 'pwned'
  | `restricted.${RestrictedKind}`;

export type PasswordIssue = {
  code: `password_rejected.${IssueName}`;
  interpolation?: { min: number } | { max: number };
};

/** All issues in display order. The breach lookup is up to the caller, who passes its result as `pwned`. */
export function checkPassword(
  password: string,
  rules: PasswordRules,
  userInfo: PasswordUserInfo = {},
  { pwned = false }: { pwned?: boolean } = {},
): PasswordIssue[] {
  const length = { ...defaultPasswordPolicy.length, ...defined(rules.length) };
  const characterTypes = { ...defaultPasswordPolicy.characterTypes, ...defined(rules.characterTypes) };
  const rejects = { ...defaultPasswordPolicy.rejects, ...defined(rules.rejects) };
  const issues: PasswordIssue[] = [];

  if (password.length < length.min) {
    issues.push({ code: 'password_rejected.too_short', interpolation: { min: length.min } });
  } else if (password.length > length.max) {
    issues.push({ code: 'password_rejected.too_long', interpolation: { max: length.max } });
  }

  if (/[^ -~]/.test(password)) {
    issues.push({ code: 'password_rejected.unsupported_characters' });
  } else if (countCharacterTypes(password) < characterTypes.min) {
    issues.push({ code: 'password_rejected.character_types', interpolation: { min: characterTypes.min } });
  }

  if (pwned && rejects.pwned) issues.push({ code: 'password_rejected.pwned' });

  for (const kind of restrictedKinds(password, rejects, userInfo)) {
    issues.push({ code: `password_rejected.restricted.${kind}` });
  }
  return issues;
}

// `{ min: undefined }` means the default, too, which a plain spread would lose.
const defined = <T extends object>(given: T | undefined) =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };

const countCharacterTypes = (password: string) =>
  [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((type) => type.test(password)).length;

const shortestRun = 3;
// Longer than any sensible policy allows: the password is rejected for its length, and further checks only cost time.
const longestExamined = 4096;

type Rejects = { repetitionAndSequence: boolean; userInfo: boolean; words: readonly string[] };

/**
 * Guessable parts are fine in a password with enough other characters. So every character of such a part is marked, and
 * only if hardly any unmarked ones are left do the types found count, in order of position.
 */
function restrictedKinds(password: string, rejects: Rejects, userInfo: PasswordUserInfo): RestrictedKind[] {
  if (password.length > longestExamined) return [];
  const marked = new Set<number>();
  const firstAt = new Map<RestrictedKind, number>();
  const mark = (kind: RestrictedKind, start: number, end: number) => {
    for (let index = start; index < end; index += 1) marked.add(index);
    firstAt.set(kind, Math.min(start, firstAt.get(kind) ?? start));
  };

  if (rejects.repetitionAndSequence) {
    markRuns(password, (before, after) => before === after, mark.bind(null, 'repetition'));
    for (const row of sequences) {
      const follows = (before: string, after: string) => row.includes(before + after);
      markRuns(password, follows, mark.bind(null, 'sequence'));
    }
  }
  const folded = foldCase(password);
  for (const word of rejects.words) markWord(folded, foldCase(word), mark.bind(null, 'words'));
  if (rejects.userInfo) {
    for (const word of wordsOf(userInfo)) markWord(folded, foldCase(word), mark.bind(null, 'user_info'));
  }

  if (marked.size <= Math.max(1, password.length - 3)) return [];
  // The sort is stable: types starting at the same position keep the order of the checks.
  return [...firstAt].sort(([, one], [, other]) => one - other).map(([kind]) => kind);
}

type MarkSpan = (start: number, end: number) => void;

function markRuns(password: string, follows: (before: string, after: string) => boolean, mark: MarkSpan) {
  let start = 0;
  for (let end = 1; end <= password.length; end += 1) {
    if (end < password.length && follows(password.charAt(end - 1), password.charAt(end))) continue;
    if (end - start >= shortestRun) mark(start, end);
    start = end;
  }
}

function markWord(password: string, word: string, mark: MarkSpan) {
  if (word === '') return;
  for (let at = password.indexOf(word); at >= 0; at = password.indexOf(word, at + 1)) mark(at, at + word.length);
}

// Digits, the alphabet, and keyboard rows and columns; forward and backward, all lower or all upper case.
const sequences = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol'],
].flatMap((row) => {
  const backward = [...row].reverse().join('');
  return [...new Set([row, backward, row.toUpperCase(), backward.toUpperCase()])];
});

function wordsOf({ name, username, email, phone }: PasswordUserInfo): string[] {
  const parts = (name ?? '').split(/\s+/);
  const candidates = [name, parts.join(''), ...parts, username, email?.split('@')[0], phone];
  return candidates.filter((text) => typeof text === 'string').map((text) => text.trim());
}

// Letter by letter, since some letters change length with case and positions must not shift.
const foldCase = (text: string) =>
  [...text]
    .map((letter) => {
      const lower = letter.toLowerCase();
      return lower.length === letter.length ? lower : letter;
    })
    .join('');
