// Converts the attribute mapping between the API's format and the rows of the form.
import type { AttributeMapping, SamlApplication } from '@tessera/contract/saml-applications';
import { type SamlClaim, samlClaims } from '@tessera/contract/saml-words';
import type { TFunction } from 'i18next';
import type { Issue } from '../../../kit/field-issues.ts';
import { checkRequired, withoutGaps } from '../../../kit/required-text.ts';

export type MappingRow = { claim: SamlClaim | null; attribute: string };
export type MappingValues = { rows: MappingRow[] };

const nameLength = 256;

/** In the order of the claims, which the API does not keep. */
export const valuesOf = ({ attributeMapping }: Pick<SamlApplication, 'attributeMapping'>): MappingValues => ({
  rows: samlClaims.flatMap((claim) => {
    const attribute = attributeMapping[claim];
    return attribute === undefined ? [] : [{ claim, attribute }];
  }),
});

export const mappingOf = ({ rows }: MappingValues): AttributeMapping =>
  Object.fromEntries(rows.flatMap(({ claim, attribute }) => (claim === null ? [] : [[claim, attribute.trim()]])));

/** The claims that a row can choose: its own, and those that no row has. */
export const claimsFor = (rows: readonly MappingRow[], own: SamlClaim | null): SamlClaim[] =>
  samlClaims.filter((claim) => claim === own || rows.every((row) => row.claim !== claim));

export const checkMapping = ({ rows }: MappingValues, t: TFunction): Record<string, string> =>
  withoutGaps(
    Object.fromEntries(
      rows.flatMap(({ claim, attribute }, index) => [
        [`rows.${index}.claim`, claim === null ? t('applications.saml.mapping.claim_missing') : undefined],
        [`rows.${index}.attribute`, checkRequired(attribute, nameLength, t)],
      ]),
    ),
  );

/** The field of an error that the server reports: its path leads to the claim. */
export const refusedRow = ({ path: [field, claim] }: Issue, { rows }: MappingValues): string | undefined => {
  const index = field === 'attributeMapping' ? rows.findIndex((row) => row.claim === claim) : -1;
  return index < 0 ? undefined : `rows.${index}.attribute`;
};
