// Generates a random, readable password that meets the tenant's policy.
import { checkPassword, defaultPasswordPolicy, type PasswordRules } from '@tessera/contract/check-password';

// Without similar-looking characters.
const alphabets = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#$%*+-=?@_'] as const;
const everything = alphabets.join('');
const usualLength = 14;
/** A policy may forbid so many words that no random text passes. */
const attempts = 50;

/** Uniform: values of an incomplete last range are drawn again. */
function below(end: number): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number < Math.floor(2 ** 32 / end) * end ? number % end : below(end);
}

const pick = (letters: string) => letters.charAt(below(letters.length));

function shuffled(letters: readonly string[]): string {
  const rest = [...letters];
  return letters.map(() => rest.splice(below(rest.length), 1)[0]).join('');
}

export function generatePassword(rules: PasswordRules): string {
  const { min, max } = { ...defaultPasswordPolicy.length, ...rules.length };
  const length = Math.min(
    Math.max(usualLength, min ?? defaultPasswordPolicy.length.min),
    max ?? defaultPasswordPolicy.length.max,
  );
  const random = () => {
    const letters = Array.from({ length }, (_, index) => pick(alphabets[index] ?? everything));
    return shuffled(letters);
  };
  let password = random();
  for (let attempt = 1; attempt < attempts && checkPassword(password, rules).length > 0; attempt += 1) {
    password = random();
  }
  return password;
}
