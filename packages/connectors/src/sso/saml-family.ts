// Enterprise identity providers with SAML: the standard and Entra ID.
import type { SsoProviderName } from '@tessera/contract/sso-connectors';
import { defaultAttributeMapping } from '@tessera/contract/sso-provider-config';
import { brandLogos } from '../brand-logos.gen.ts';
import { samlLogo } from '../logos.ts';
import { type SamlSsoConfig, samlSsoConfig } from './saml-config.ts';
import { diagnoseSaml } from './saml-diagnosis.ts';
import { describeCertificate, loadSamlDocument, readSamlDocument, samlSourceOf } from './saml-document.ts';
import type { SsoDocument, SsoProvider } from './sso-provider.ts';
import { untraced } from './sso-trace.ts';

const expiryOf = (document: SsoDocument) => {
  const expiries = readSamlDocument(document)?.certificates.map(
    (pem) => describeCertificate(pem, 0).certificateExpiresAt,
  );
  return expiries && Math.max(...expiries);
};

const samlProvider = (facts: { name: SsoProviderName; logo: string; logoDark?: string }): SsoProvider => ({
  ...facts,
  type: 'saml',
  config: samlSsoConfig,
  sourceOf: (config) => samlSourceOf(config as SamlSsoConfig),
  loadDocument: async (config, tools, trace = untraced) =>
    trace('metadata', (note) => loadSamlDocument(config as SamlSsoConfig, tools, note)),
  certificateExpiryOf: expiryOf,
  issuerOf: (_, document) => readSamlDocument(document)?.entityId ?? '',
  isShared: () => false,
  describe: (_, document, serviceProvider, now) => {
    const found = readSamlDocument(document);
    const certificates = found?.certificates.map((pem) => describeCertificate(pem, now)) ?? [];
    const [first] = certificates;
    const { entityId, signInEndpoint } = found ?? { entityId: '', signInEndpoint: '' };
    return {
      defaultAttributeMapping: { ...defaultAttributeMapping },
      serviceProvider,
      ...(first && { identityProvider: { entityId, signInEndpoint, ...first, certificates } }),
    };
  },
  authorize: async (request, connection, tools) =>
    (await import('./saml-sign-in.ts')).authorizeSaml(request, connection, tools),
  identify: async (answer, connection, tools, trace) =>
    (await import('./saml-sign-in.ts')).identifySaml(answer, connection, tools, trace),
  claimedRequest: async (response) => (await import('./saml-sign-in.ts')).claimedRequest(response),
  diagnose: (step, error, note, config) => diagnoseSaml(step, error, note, config as SamlSsoConfig),
});

export const saml = samlProvider({ name: 'SAML', logo: samlLogo });
export const entraSaml = samlProvider({ name: 'AzureAD', ...brandLogos.microsoft });
