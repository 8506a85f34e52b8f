// Whether an application answers a request for a name ID format (decision 104).
import type { SamlApplication } from '@tessera/contract/saml-applications';
import { nameIdFormats } from '@tessera/contract/saml-words';

const encrypted = 'urn:oasis:names:tc:SAML:2.0:nameid-format:encrypted';
/** Service providers confuse the versions of SAML in these names. */
const nameOf = (format: string) => /^urn:oasis:names:tc:SAML:[12]\.[01]:nameid-format:(.+)$/.exec(format)?.[1];
const known = new Set(nameIdFormats.map(nameOf));

/** The formats of the settings are answered as set, since libraries ask for one of them on their own. */
export const isAnswered = (
  format: string | undefined,
  { encryption }: Pick<SamlApplication, 'encryption'>,
): boolean => {
  if (format === undefined) return true;
  if (format === encrypted) return encryption?.encryptAssertion === true;
  const name = nameOf(format);
  return name !== undefined && known.has(name);
};
