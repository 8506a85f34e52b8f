import { describe, expect, it } from 'vitest';
import { textOfHtml } from './html-to-text.ts';

describe('the plain-text part', () => {
  it.each([
    ['<h1>Hello</h1><p>Your code:</p>\n<p><b>12</b>34</p>', 'Hello\n\nYour code:\n\n1234'],
    ['<ul><li>One</li><li>Two</li></ul>', '- One\n- Two'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<a href="https://example.com/?a=1&amp;b=2">Accept</a> now', 'Accept: https://example.com/?a=1&b=2 now'],
    ['<a href="https://example.com">https://example.com</a>', 'https://example.com'],
    ['<a href="https://example.com"><img src="x" alt="Shop"></a>', 'Shop: https://example.com'],
    ['<a href=\'https://example.com\'></a><a href="#top">Top</a>', 'https://example.comTop'],
    ['&lt;b&gt; &amp;amp; &#8364; &#x20ac; &nbsp;&unknown; &#0;', '<b> &amp; € €  &unknown;'],
    ['<head><style>p{}</style><title>T</title></head><body>Body<script>1<2</script></body>', 'Body'],
    ['<!doctype html><!-- a > b -->shown<!-- - -->', 'shown'],
    ['<p title="a > b">text</p>', 'text'],
    ['a < b <3', 'a < b <3'],
    ['', ''],
  ])('%s', (html, expected) => expect(textOfHtml(html)).toBe(expected));

  it.each(['<a ', '<!--', '<!---->', '<a b="', "<a b='", '<style>', '<', '&', '&#', ' ', '<a href="x">'])(
    'of %j repeated takes linear time',
    (part) => {
      // Anything slower would not end before the test does.
      expect(textOfHtml(part.repeat(4_000_000 / part.length))).toBeTypeOf('string');
    },
  );
});
