import { describe, expect, it } from 'vitest';
import { guideGroups } from './guide-groups.ts';

const react = { name: 'React', target: 'SPA', isFeatured: true } as const;
const native = { name: 'React Native', target: 'Native', isFeatured: false } as const;
const express = { name: 'Express', target: 'Traditional', isFeatured: false } as const;
const others = { name: 'OIDC', target: 'Traditional', isFeatured: false, isThirdParty: true } as const;
const proxy = { name: 'Reverse proxy', target: 'Protected', isFeatured: true } as const;
const saml = { name: 'SAML', target: 'SAML', isFeatured: false } as const;
const any = { name: 'OpenID Connect', target: 'SPA', isFeatured: false, isGeneral: true } as const;
const guides = [react, native, express];

describe('guideGroups', () => {
  it('shows every non-empty category, featured first', () => {
    expect(guideGroups(guides, '', [])).toEqual([
      { category: 'featured', guides: [react] },
      { category: 'Traditional', guides: [express] },
      { category: 'SPA', guides: [react] },
      { category: 'Native', guides: [native] },
    ]);
  });

  it('shows the selected categories in order', () => {
    expect(guideGroups(guides, '', ['Native', 'SPA']).map(({ category }) => category)).toEqual(['SPA', 'Native']);
    expect(guideGroups(guides, '', ['MachineToMachine'])).toEqual([]);
  });

  it('merges keyword matches into one list, within the selected categories', () => {
    expect(guideGroups(guides, ' REACT ', [])).toEqual([{ guides: [react, native] }]);
    expect(guideGroups(guides, 'react', ['Native'])).toEqual([{ guides: [native] }]);
    expect(guideGroups(guides, 'react', ['featured'])).toEqual([{ guides: [react] }]);
    expect(guideGroups(guides, 'cobol', [])).toEqual([]);
  });

  it('finds words of names and descriptions, names first', () => {
    const texts = new Map<string, string>([
      ['Express', 'A React front end with a Node.js server'],
      ['React', 'Single-page application'],
    ]);
    const search = (keyword: string) =>
      guideGroups([express, react, native], keyword, [], ({ name }) => texts.get(name) ?? '').flatMap(
        (group) => group.guides,
      );
    expect(search('react')).toEqual([react, native, express]);
    expect(search('node.js')).toEqual([express]);
    expect(search('server express')).toEqual([express]);
    expect(search('native server')).toEqual([]);
  });

  it('shows general guides after the frameworks, and not among them', () => {
    const all = [...guides, any, others];
    expect(guideGroups(all, '', []).slice(-2)).toEqual([
      { category: 'Other', guides: [any] },
      { category: 'ThirdParty', guides: [others] },
    ]);
    expect(guideGroups(all, '', ['SPA'])).toEqual([{ category: 'SPA', guides: [react] }]);
  });

  it('shows third-party applications separately, also in searches', () => {
    const all = [...guides, others];
    expect(guideGroups(all, '', []).at(-1)).toEqual({ category: 'ThirdParty', guides: [others] });
    expect(guideGroups(all, '', ['Traditional'])).toEqual([{ category: 'Traditional', guides: [express] }]);
    expect(guideGroups(all, 'oidc', ['ThirdParty'])).toEqual([{ guides: [others] }]);
  });

  it('shows SAML applications in their own category', () => {
    const all = [...guides, any, others, saml];
    expect(guideGroups(all, '', []).slice(-3)).toEqual([
      { category: 'Other', guides: [any] },
      { category: 'SAML', guides: [saml] },
      { category: 'ThirdParty', guides: [others] },
    ]);
    expect(guideGroups(all, 'saml', [])).toEqual([{ guides: [saml] }]);
  });

  it('shows protected applications after the native ones, and among the featured', () => {
    expect(guideGroups([...guides, proxy, saml], '', [])).toEqual([
      { category: 'featured', guides: [react, proxy] },
      { category: 'Traditional', guides: [express] },
      { category: 'SPA', guides: [react] },
      { category: 'Native', guides: [native] },
      { category: 'Protected', guides: [proxy] },
      { category: 'SAML', guides: [saml] },
    ]);
  });
});
