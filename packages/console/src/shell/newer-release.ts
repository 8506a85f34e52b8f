// Compares versions.

/** `latest` has the form `v1.33.0`; anything else does not count as newer. */
export function isNewer(latest: string, current: string): boolean {
  if (!/^v\d+(\.\d+)*$/.test(latest)) return false;
  const own = current.split('.').map(Number);
  for (const [index, part] of latest.slice(1).split('.').map(Number).entries()) {
    const mine = own[index];
    if (mine === undefined || part > mine) return true;
    if (part < mine) return false;
  }
  return false;
}
