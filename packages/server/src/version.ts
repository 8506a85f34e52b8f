// The version of the product: one for all packages.
import manifest from '../package.json' with { type: 'json' };

export const { version } = manifest;
