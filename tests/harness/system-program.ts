// System programs that tests run next to the server. `npm test` installs them, see scripts/system-packages.mjs.
import { existsSync } from 'node:fs';

/** The path of a program, if it is installed. */
export const systemProgram = (path: string, debianPackage: string): string => {
  if (!existsSync(path)) throw new Error(`Install what this test needs: apt-get install -y ${debianPackage}`);
  return path;
};
