import { samlClaims } from '@tessera/contract/saml-words';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { checkMapping, claimsFor, mappingOf, refusedRow, valuesOf } from './mapping-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const rows = [
  { claim: 'sub', attribute: 'uid' },
  { claim: 'email', attribute: 'mail' },
] as const;

describe('the rows of a mapping', () => {
  it('are in the order of the claims', () => {
    expect(valuesOf({ attributeMapping: { email: 'mail', sub: 'uid' } })).toEqual({ rows });
    expect(mappingOf({ rows: [rows[1], { claim: 'sub', attribute: ' uid ' }] })).toEqual({ email: 'mail', sub: 'uid' });
  });

  it('offer each claim once', () => {
    expect(claimsFor(rows, 'sub')).toEqual(samlClaims.filter((claim) => claim !== 'email'));
    expect(claimsFor(rows, null)).toHaveLength(samlClaims.length - rows.length);
  });

  it('need a claim and a name', () => {
    expect(checkMapping({ rows: [...rows] }, t)).toEqual({});
    expect(checkMapping({ rows: [rows[0], { claim: null, attribute: ' ' }] }, t)).toEqual({
      'rows.1.claim': 'applications.saml.mapping.claim_missing',
      'rows.1.attribute': 'fields.required',
    });
  });

  it('show the errors of the server', () => {
    const fieldOf = (...path: string[]) => refusedRow({ path, message: '' }, { rows: [...rows] });
    expect(fieldOf('attributeMapping', 'email')).toBe('rows.1.attribute');
    expect(fieldOf('attributeMapping', 'name')).toBeUndefined();
    expect(fieldOf('name')).toBeUndefined();
  });
});
