// What the server puts into the page, and what follows from it: the edition, the tenant of this page, its base path.
import { type Wire, wireNames } from '@tessera/contract/wire';

export type Edition = 'oss' | 'cloud';

type Given = {
  edition: Edition;
  version: string;
  namespace: string;
  base: string;
  origin: string;
  adminEndpoint: string;
  /** Where the tenant is served; the console may have an origin of its own. In cloud, with `{tenantId}` in it. */
  tenantEndpoint: string;
  devFeatures: boolean;
  /** The page about releases, and the file that names the newest one. */
  releases: { page?: string; info?: string };
  help: Help;
};

/** Where people find help; what the operator has not set is not offered. */
export type Help = { docs?: string; chat?: string; issues?: string; email?: string; meeting?: string };

export type Settings = Given & {
  wire: Wire;
  /** Empty on the pages of the cloud console that belong to no tenant. */
  tenantId: string;
  /** The path below which all links of this page lie. */
  basePath: string;
};

declare global {
  interface Window {
    __tessera: Given;
  }
}

// First path segments of the cloud console that are no tenant ids.
const tenantless = new Set([
  '',
  '__internal__',
  'accept',
  'callback',
  'checkout-success-callback',
  'external-google-one-tap',
  'handle-social',
  'onboarding',
  'one-time-token',
  'profile',
  'social-demo-callback',
]);

/** A tenant id that nobody has: links below it lead to the same page of whichever tenant is the reader's own. */
export const anyTenant = 'to';

export const isTruthy = (value: unknown) => ['1', 'y', 'yes', 'true'].includes(String(value).toLowerCase());

const tenantOf = (edition: Edition, path: string) => {
  if (edition === 'oss') return 'default';
  const [segment = ''] = path.slice(1).split('/');
  return tenantless.has(segment) ? '' : segment;
};

/**
 * Each tenant of the cloud console is a page load of its own, with the tenant in the base path: links are the same in
 * both editions, and nothing of one tenant can be left over when another one is shown.
 */
export function readSettings(given: Given, path: string): Settings {
  const tenantId = tenantOf(given.edition, path);
  const basePath = given.edition === 'oss' ? given.base : `${given.base}/${tenantId}`;
  const wire = wireNames(given.namespace);
  const devFeatures =
    given.devFeatures ||
    import.meta.env.DEV ||
    isTruthy(localStorage.getItem(wire.storageKey('is_dev_features_enabled')));
  const tenantEndpoint = given.tenantEndpoint.replace('{tenantId}', tenantId);
  return { ...given, wire, tenantId, tenantEndpoint, basePath, devFeatures };
}
