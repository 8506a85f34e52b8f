// The `lookup` of every socket the gate opens.
import type { LookupFunction } from 'node:net';
import type { Address } from './lookups.ts';

/** Returns only the addresses that were checked, even if DNS has changed since. */
export const checkedLookup = (addresses: readonly Address[]): LookupFunction =>
  function lookUpChecked(_hostname, options, callback) {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };
