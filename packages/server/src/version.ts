// The product's version, the same for all packages.
import manifest from '../package.json' with { type: 'json' };

export const { version } = manifest;
