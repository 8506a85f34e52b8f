// Configuration of SAML identity providers: the URL of their metadata, the metadata itself, or its three values.

import { defaultAttributeMapping } from '@tessera/contract/sso-provider-config';
import * as z from 'zod/mini';
import { webUrl } from '../config-fields.ts';
import { required } from '../social/form.ts';
import { longestIssuer } from './sso-provider.ts';

const shortUrl = webUrl.check(z.maxLength(2048));
const claim = z.optional(z.string().check(z.maxLength(256)));
const common = { attributeMapping: z.optional(z.object({ id: claim, email: claim, name: claim })) };

const byUrl = z.object({ metadataUrl: shortUrl, ...common });
const byMetadata = z.object({ metadata: required.check(z.maxLength(524_288)), ...common });
const byValues = z.object({
  entityId: required.check(z.maxLength(longestIssuer)),
  signInEndpoint: shortUrl,
  x509Certificate: required.check(z.maxLength(65_536)),
  ...common,
});

/** The first that fits counts, without the entries of the others. */
export const samlSsoConfig = z.union([byUrl, byMetadata, byValues]);
export type SamlSsoConfig = z.output<typeof samlSsoConfig>;

/** The field that a problem of the metadata belongs to. */
export const metadataField = (config: SamlSsoConfig) => {
  if ('metadataUrl' in config) return 'metadataUrl';
  return 'metadata' in config ? 'metadata' : 'x509Certificate';
};

/** The names of the attributes with the ID, email address and name of a user. */
export const mappingOf = ({ attributeMapping = {} }: SamlSsoConfig) => ({
  id: attributeMapping.id || defaultAttributeMapping.id,
  email: attributeMapping.email || defaultAttributeMapping.email,
  name: attributeMapping.name || defaultAttributeMapping.name,
});
