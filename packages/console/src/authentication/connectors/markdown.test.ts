// Setup instructions: what becomes markup, and what stays text.
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from './markdown.ts';

const text = (value: string) => ({ kind: 'text', text: value });

describe('Markdown', () => {
  it('has headings, paragraphs, lists and code', () => {
    const source =
      '## Create an app\n\nFirst line\nsecond line.\n\n1. One\n   goes on\n\n2. Two\n- Other\n\n```sh\na\n\nb\n```';
    expect(parseMarkdown(source)).toEqual([
      { kind: 'heading', spans: [text('Create an app')] },
      { kind: 'paragraph', spans: [text('First line second line.')] },
      { kind: 'list', ordered: true, items: [[text('One goes on')], [text('Two')]] },
      { kind: 'list', ordered: false, items: [[text('Other')]] },
      { kind: 'code', text: 'a\n\nb' },
    ]);
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
