// Setup instructions: what becomes markup, and what stays text.
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from './markdown.ts';

const text = (value: string) => ({ kind: 'text', text: value });
const paragraph = (value: string) => ({ kind: 'paragraph', spans: [text(value)] });
const list = (...items: unknown[][]) => ({ kind: 'list', ordered: false, start: 1, items });
const numbered = (start: number, ...items: unknown[][]) => ({ ...list(...items), ordered: true, start });

describe('Markdown', () => {
  it('has headings, paragraphs, lists and code', () => {
    const source =
      '## Create an app\n\nFirst line\nsecond line.\n\n1. One\n   goes on\n\n2. Two\n- Other\n\n```sh\na\n\nb\n```';
    expect(parseMarkdown(source)).toEqual([
      { kind: 'heading', spans: [text('Create an app')] },
      { kind: 'paragraph', spans: [text('First line second line.')] },
      numbered(1, [paragraph('One goes on')], [paragraph('Two')]),
      list([paragraph('Other')]),
      { kind: 'code', language: 'sh', text: 'a\n\nb' },
    ]);
  });

  it('has lists in lists, with any indentation', () => {
    for (const indent of ['  ', '   ', '    ']) {
      const source = ['1. One', '- a', '   - deep', '- b', '2. Two', '', 'End'].map((line) =>
        /^\s*-/.test(line) ? `${indent}${line}` : line,
      );
      expect(parseMarkdown(source.join('\n'))).toEqual([
        numbered(
          1,
          [paragraph('One'), list([paragraph('a'), list([paragraph('deep')])], [paragraph('b')])],
          [paragraph('Two')],
        ),
        paragraph('End'),
      ]);
    }
  });

  it('has paragraphs and code in list items, and keeps the numbers', () => {
    const source = '1. One\n\n   More.\n\n   ```\n   value\n     indented\n   ```\n\nBetween.\n\n2. Two';
    expect(parseMarkdown(source)).toEqual([
      numbered(1, [paragraph('One'), paragraph('More.'), { kind: 'code', language: '', text: 'value\n  indented' }]),
      paragraph('Between.'),
      numbered(2, [paragraph('Two')]),
    ]);
  });

  it('ends with lists of any depth and length', () => {
    // Anything slower would not end before the test does.
    for (const part of ['- ', '- a\n', '\n', '1. ', '```\n', ' ']) {
      expect(parseMarkdown(part.repeat(50_000)).length).toBeLessThan(50_001);
    }
  });

  it('has bold, code and links', () => {
    expect(parseMarkdown('Open **Clients** at [the console](https://a.example/b), copy `id`.')).toEqual([
      {
        kind: 'paragraph',
        spans: [
          text('Open '),
          { kind: 'strong', text: 'Clients' },
          text(' at '),
          { kind: 'link', text: 'the console', href: 'https://a.example/b' },
          text(', copy '),
          { kind: 'code', text: 'id' },
          text('.'),
        ],
      },
    ]);
  });

  it('keeps everything else as text', () => {
    for (const source of ['<img src=x onerror=alert(1)>', '[a](javascript:alert(1))', '![a](http://a.example)']) {
      expect(parseMarkdown(source)).toEqual([{ kind: 'paragraph', spans: [text(source)] }]);
    }
  });
});
