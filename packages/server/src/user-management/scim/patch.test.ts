// PATCH operations on a user: the examples of RFC 7644 and the dialects of Entra ID and Okta.
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { applyOperation, type Operation, operationsIn } from './patch.ts';
import { readResource } from './read-attributes.ts';
import { enterpriseUrn, userKind } from './schemas.ts';

const base = {
  userName: 'bjensen',
  active: true,
  name: { givenName: 'Barbara', familyName: 'Jensen' },
  emails: [
    { value: 'bjensen@example.com', type: 'work', primary: true },
    { value: 'babs@jensen.org', type: 'home' },
  ],
};

const patched = (...operations: object[]) => {
  const read = operationsIn({ Operations: operations });
  return readResource(
    userKind,
    read.reduce((resource, one) => applyOperation(userKind, resource, one), readResource(userKind, base)),
  );
};
const codeOf = (...operations: object[]): string => {
  try {
    patched(...operations);
  } catch (error) {
    if (error instanceof RequestError) return error.code;
    throw error;
  }
  return 'none';
};

describe('PATCH operations', () => {
  it('add attributes without a path, RFC 7644 section 3.5.2.1', () => {
    const value = { emails: [{ value: 'new@example.com', type: 'other' }], nickName: 'Babs' };
    expect(patched({ op: 'add', value })).toEqual({
      ...base,
      nickName: 'Babs',
      emails: [...base.emails, value.emails[0]],
    });
  });

  it('add nothing that exists already', () => {
    expect(patched({ op: 'add', path: 'emails', value: [base.emails[1]] })).toEqual(base);
  });

  it('a filter of a path matches as the filter of a list does', () => {
    const home = { value: 'babs@jensen.org', type: 'home' };
    for (const filter of ['primary eq false', 'primary ne "True"', 'primary eq null', 'not (primary ne null)']) {
      expect(patched({ op: 'remove', path: `emails[${filter}]` }).emails).toEqual([base.emails[0]]);
    }
    expect(patched({ op: 'remove', path: 'emails[primary ne null]' }).emails).toEqual([home]);
    expect(patched({ op: 'remove', path: 'emails[display ne null]' })).toEqual(base);
  });

  it('a new primary value replaces the old one', () => {
    const value = [{ value: 'new@example.com', primary: true }];
    expect(patched({ op: 'add', path: 'emails', value }).emails).toEqual([
      { value: 'bjensen@example.com', type: 'work' },
      base.emails[1],
      value[0],
    ]);
  });

  it('remove attributes, values and parts', () => {
    expect(patched({ op: 'remove', path: 'name.givenName' }).name).toEqual({ familyName: 'Jensen' });
    expect(patched({ op: 'remove', path: 'emails[type eq "work" and value ew "example.com"]' }).emails).toEqual([
      base.emails[1],
    ]);
    expect(patched({ op: 'remove', path: 'emails' }).emails).toBeUndefined();
    expect(codeOf({ op: 'remove' })).toBe('scim.no_target');
    expect(codeOf({ op: 'remove', path: 'userName' })).toBe('scim.read_only');
  });

  it('replace parts of a complex attribute and leave the others', () => {
    expect(patched({ op: 'replace', path: 'name', value: { givenName: 'Babs' } }).name).toEqual({
      ...{ givenName: 'Babs', familyName: 'Jensen' },
    });
  });

  it('replace values that a filter selects, or fail', () => {
    const replaced = patched({ op: 'replace', path: 'emails[type eq "home"].value', value: 'b@example.org' });
    expect(replaced.emails).toEqual([base.emails[0], { value: 'b@example.org', type: 'home' }]);
    expect(codeOf({ op: 'replace', path: 'emails[value eq "nobody"].type', value: 'x' })).toBe('scim.no_target');
  });

  it('Entra ID: capital operations, booleans as text, paths as keys', () => {
    expect(patched({ op: 'Replace', path: 'active', value: 'False' }).active).toBe(false);
    const value = {
      active: 'false',
      'name.familyName': 'Smith',
      'emails[type eq "work"].value': 'smith@example.com',
      [`${enterpriseUrn}:department`]: 'Sales',
      [enterpriseUrn]: { costCenter: '42' },
    };
    expect(patched({ op: 'Replace', value })).toEqual({
      ...base,
      active: false,
      name: { ...base.name, familyName: 'Smith' },
      emails: [{ ...base.emails[0], value: 'smith@example.com' }, base.emails[1]],
      [enterpriseUrn]: { department: 'Sales', costCenter: '42' },
    });
  });

  it('Entra ID: a value by a type that does not exist yet', () => {
    const added = patched({ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0100' });
    expect(added.phoneNumbers).toEqual([{ type: 'mobile', value: '+1 555 0100' }]);
    const replaced = patched({ op: 'Replace', path: 'addresses[type eq "work"].country', value: 'NO' });
    expect(replaced.addresses).toEqual([{ type: 'work', country: 'NO' }]);
  });

  it('Entra ID: the manager as text, and removed', () => {
    const path = `${enterpriseUrn}:manager`;
    expect(patched({ op: 'Add', path, value: '26118915' })[enterpriseUrn]).toEqual({ manager: { value: '26118915' } });
    expect(patched({ op: 'Add', path, value: '26118915' }, { op: 'Remove', path })).toEqual(base);
  });

  it('Okta: active without a path', () => {
    expect(patched({ op: 'replace', value: { active: false } }).active).toBe(false);
  });

  it('R64 more values than an attribute may have are refused by the operation that adds them', () => {
    const adding = (count: number) => ({
      op: 'add',
      path: 'emails',
      value: Array.from({ length: 100 }, (_, at) => ({ value: `${count}-${at}` })),
    });
    const operation = (one: object) => operationsIn({ Operations: [one] })[0] as Operation;
    const start = readResource(userKind, base);
    const refused = expect.objectContaining({ code: 'scim.invalid_value' });
    expect(() => applyOperation(userKind, start, operation(adding(0)))).toThrow(refused);
    const almost = { ...adding(0), value: adding(0).value.slice(0, 98) };
    const full = applyOperation(userKind, start, operation(almost));
    expect(full.emails).toHaveLength(100);
    const one = operation({ op: 'add', path: 'emails[type eq "other"].value', value: 'x' });
    expect(() => applyOperation(userKind, full, one)).toThrow(refused);
    expect(codeOf(...Array.from({ length: 1000 }, (_, count) => adding(count)))).toBe('scim.invalid_value');
  });

  it.each([
    [{ op: 'move', path: 'title', value: 'x' }, 'scim.invalid_syntax'],
    [{ op: 'add', path: 'title' }, 'scim.invalid_syntax'],
    [{ op: 'add', path: 5, value: 'x' }, 'scim.invalid_syntax'],
    [{ op: 'add', value: 'x' }, 'scim.invalid_syntax'],
    [{ op: 'add', path: 'unknown', value: 'x' }, 'scim.invalid_path'],
    [{ op: 'add', path: 'emails[type eq', value: 'x' }, 'scim.invalid_path'],
    [{ op: 'add', path: 'emails[oops].value', value: 'x' }, 'scim.invalid_filter'],
    [{ op: 'replace', path: 'id', value: 'x' }, 'scim.read_only'],
    [{ op: 'replace', path: 'groups', value: [] }, 'scim.read_only'],
    [{ op: 'replace', path: 'meta.created', value: 'x' }, 'scim.read_only'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'scim.invalid_value'],
    [{ op: 'replace', path: 'title', value: { a: 1 } }, 'scim.invalid_value'],
    [{ op: 'replace', path: 'title', value: 'x'.repeat(2000) }, 'scim.invalid_value'],
    [{ op: 'replace', path: 'emails', value: Array(101).fill({ value: 'x' }) }, 'scim.invalid_value'],
  ])('%j is refused with %s', (operation, code) => {
    expect(codeOf(operation)).toBe(code);
  });
});
