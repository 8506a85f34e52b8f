import { describe, expect, it } from 'vitest';
import { framedEmail } from './email-html.ts';

describe('the frame of an email', () => {
  it('applies its styles', () =>
    expect(framedEmail('<STYLE>a{}</style><style media="x">', { nonce: 'n' })).toBe(
      '<style nonce="n">a{}</style><style nonce="n" media="x">',
    ));

  const html =
    '<meta name="color-scheme" content="light dark"><source media="(prefers-color-scheme: dark)"><style>@media (prefers-color-scheme:light){}</style>';
  it.each([
    ['light', 'content="light"', '(max-width: 0)', '(min-width: 0)'],
    ['dark', 'content="dark"', '(min-width: 0)', '(max-width: 0)'],
  ] as const)('shows it in %s', (scheme, content, dark, light) => {
    expect(framedEmail(html, { nonce: 'n', scheme })).toBe(
      `<meta name="color-scheme" ${content}><source media="${dark}"><style nonce="n">@media ${light}{}</style>`,
    );
  });

  it('leaves the scheme to the browser, and an email without dark styles light', () => {
    expect(framedEmail(html, { nonce: 'n' })).toContain('(prefers-color-scheme: dark)');
    const light = '<meta name="color-scheme" content="light">';
    expect(framedEmail(light, { nonce: 'n', scheme: 'dark' })).toBe(light);
  });
});
