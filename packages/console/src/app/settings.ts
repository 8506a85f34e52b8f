// Settings that the server embeds in the page, and values derived from them: edition, tenant, base path.
import { type Capabilities, capabilitiesOf, type Edition } from '@tessera/contract/capabilities';
import { type Wire, wireNames } from '@tessera/contract/wire';

type Given = {
  edition: Edition;
  version: string;
  namespace: string;
  base: string;
  origin: string;
  adminEndpoint: string;
  /** The tenant's endpoint; in cloud, with a `{tenantId}` placeholder. The console may have a different origin. */
  tenantEndpoint: string;
  /** Whether the tenant's origin serves no console and no other tenant, except the operator's own. */
  hasOwnOrigin: boolean;
  devFeatures: boolean;
  /** The releases page, and the file that names the latest release. */
  releases: { page: string; info?: string };
  help: Help;
};

/** Help links; support channels are shown only if the operator has set them. */
export type Help = { docs: string; chat?: string; issues?: string; email?: string; meeting?: string };

export type Settings = Given & {
  wire: Wire;
  capabilities: Capabilities;
  /** Empty on cloud console pages that belong to no tenant. */
  tenantId: string;
  /** The path prefix of all links on this page. */
  basePath: string;
};

declare global {
  interface Window {
    __tessera: Given;
  }
}

// First path segments of the cloud console that are not tenant IDs.
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

/** Placeholder tenant ID: links below it lead to the same page of the reader's own tenant. */
export const anyTenant = 'to';

export const isTruthy = (value: unknown) => ['1', 'y', 'yes', 'true'].includes(String(value).toLowerCase());

const tenantOf = ({ hasManyTenants }: Capabilities, path: string) => {
  if (!hasManyTenants) return 'default';
  const [segment = ''] = path.slice(1).split('/');
  return tenantless.has(segment) ? '' : segment;
};

/**
 * Each tenant of the cloud console is a separate page load with the tenant in the base path: links are the same in both
 * editions, and no state leaks from one tenant to another.
 */
export function readSettings(given: Given, path: string): Settings {
  const capabilities = capabilitiesOf(given.edition);
  const tenantId = tenantOf(capabilities, path);
  const basePath = capabilities.hasManyTenants ? `${given.base}/${tenantId}` : given.base;
  const wire = wireNames(given.namespace);
  const devFeatures =
    given.devFeatures ||
    import.meta.env.DEV ||
    isTruthy(localStorage.getItem(wire.storageKey('is_dev_features_enabled')));
  const tenantEndpoint = given.tenantEndpoint.replace('{tenantId}', tenantId);
  return { ...given, capabilities, wire, tenantId, tenantEndpoint, basePath, devFeatures };
}
