import { expect, it } from 'vitest';
import { stepsOf } from './guide-steps.ts';
import { parseMarkdown } from './markdown.ts';

it('splits a guide into its numbered steps', () => {
  const guide = '# About\n\nFirst.\n\n## 1. Create an app\n\nGo.\n\n### Hint\n\n## 2. Copy the `secret`\n\nPaste.';
  const { introduction, steps } = stepsOf(parseMarkdown(guide));
  expect(introduction).toHaveLength(2);
  expect(steps.map(({ title }) => title)).toEqual(['Create an app', 'Copy the secret']);
  expect(steps[0]?.heading.spans).toEqual([{ kind: 'text', text: 'Create an app' }]);
  expect(steps.map(({ pieces }) => pieces.length)).toEqual([2, 1]);
});

it('leaves a guide without steps as it is', () => {
  const pieces = parseMarkdown('Create an app.\n\n1. First\n2. Second');
  expect(stepsOf(pieces)).toEqual({ introduction: pieces, steps: [] });
});
