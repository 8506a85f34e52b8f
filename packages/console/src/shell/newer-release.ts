// Which of two versions is newer, part by part.

/** `latest` is written `v1.33.0`; what cannot be read as a version is not newer. */
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
