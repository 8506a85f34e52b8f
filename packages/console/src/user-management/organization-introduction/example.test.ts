import { describe, expect, it } from 'vitest';
import { concerns, organizations, roleConcerns } from './example.ts';

const memberships = organizations.flatMap(({ id, members }) => members.map((member) => ({ id, ...member })));

describe("the introduction's example", () => {
  it('has a user with different roles in two organizations', () => {
    const own = memberships.filter((member) => concerns(member, 'maya'));
    expect(own.map(({ id, role }) => [id, role])).toEqual([
      ['bakery', 'admin'],
      ['harbor', 'reader'],
    ]);
    expect(roleConcerns('reader', 'maya')).toBe(true);
    expect(roleConcerns('editor', 'maya')).toBe(false);
  });

  it('highlights who has a role, and everyone by default', () => {
    expect(memberships.filter((member) => concerns(member, 'admin')).map(({ person }) => person)).toEqual([
      'maya',
      'lin',
    ]);
    expect(memberships.filter((member) => concerns(member, undefined))).toHaveLength(4);
  });
});
