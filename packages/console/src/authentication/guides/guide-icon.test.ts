// Every guide has the logo of its framework, or a neutral mark.
import { isValidElement } from 'react';
import { expect, it } from 'vitest';
import GuideIcon from './guide-icon.tsx';
import { apiGuides, guides } from './registry.ts';

const all = [...guides, ...apiGuides];
const pathOf = (id: (typeof all)[number]['id']) => {
  const icon = GuideIcon({ id });
  return isValidElement<{ d?: string }>(icon) ? icon.props.d : undefined;
};

it.each(all)('$id has a logo', ({ id }) => {
  expect(pathOf(id)).toMatch(/^[Mm][\d\s.,-]+[a-zA-Z].{20}/);
});

it('guides of different frameworks have different logos', () => {
  const sharing = new Map<string | undefined, string[]>();
  for (const { id, name } of all) {
    const [framework = ''] = name.split(/ \(| plugin$/);
    const names = sharing.get(pathOf(id)) ?? [];
    if (!names.includes(framework)) sharing.set(pathOf(id), [...names, framework]);
  }
  expect([...sharing.values()].filter((names) => names.length > 1)).toEqual([['Java Spring Boot', 'Spring Boot']]);
});
