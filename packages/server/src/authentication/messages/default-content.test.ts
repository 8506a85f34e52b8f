import { templateTypes } from '@tessera/contract/messages';
import { describe, expect, it } from 'vitest';
import { defaultContent } from './default-content.ts';
import { messageLanguages } from './languages.ts';

const look = {
  branding: {
    logoUrl: 'https://cdn.example.com/logo.png?a=1&b=2',
    darkLogoUrl: 'https://cdn.example.com/dark logo.png',
  },
  color: { primaryColor: '#5d34f2', darkPrimaryColor: '#7958ff', isDarkModeEnabled: true },
};
const link = 'https://id.example.com/set-password#email=a&token=b';
const payload = { code: 'c0de42', link, organization: { name: '<b>Firm</b>' } };

describe('default content', () => {
  it.each(templateTypes)('%s is complete in every language', (type) => {
    for (const language of ['en', 'de', 'ar']) {
      const { subject, html = '', text = '' } = defaultContent({ channel: 'Email', type, payload }, [language], look);
      expect([subject, html, text].filter((part) => part.includes('{{') || part === '')).toEqual([]);
      expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
      expect(html).not.toContain('<b>Firm</b>');
      expect(html.split('c0de42')).toHaveLength(2);
    }
  });

  it('has the logo and color of the tenant, in light and dark', () => {
    const order = { channel: 'Email', type: 'PasswordReset', payload: { link } } as const;
    const { html = '' } = defaultContent(order, ['en'], look);
    expect(html).toContain('src="https://cdn.example.com/logo.png?a=1&amp;b=2"');
    expect(html).toContain('srcset="https://cdn.example.com/dark%20logo.png"');
    expect(html).toContain('background:#5d34f2;color:#ffffff;');
    expect(html).toContain('.button{background:#7958ff!important');
    expect(html).toContain('href="https://id.example.com/set-password#email=a&amp;token=b"');
    const light = { ...look, color: { ...look.color, isDarkModeEnabled: false, primaryColor: '#ffe14d' } };
    const other = defaultContent(order, ['en'], light).html ?? '';
    expect(other).toContain('background:#ffe14d;color:#110d01;');
    expect(other).not.toContain('prefers-color-scheme');
    const plain = { ...look, branding: { logoUrl: 'javascript:alert(1)' } };
    expect(defaultContent(order, ['en'], plain).html).not.toContain('<img');
    const own = defaultContent(order, ['en'], look, { logoUrl: 'https://a.example/own.png', footer: 'Firm & Co' });
    expect(own.html).toContain('src="https://a.example/own.png"');
    expect(own.html).toContain('Firm &amp; Co');
    expect(own.text).toMatch(/\n\nFirm & Co$/);
  });

  it.each(['SignIn', 'Register'] as const)('of %s has a button only with a link', (type) => {
    const compose = (more: object) =>
      defaultContent({ channel: 'Email', type, payload: { code: 'c0de42', ...more } }, ['en'], look);
    const [withLink, without] = [compose({ link }), compose({})];
    expect(withLink.html).toContain('Or continue with one click, in the browser where you started:');
    expect(withLink.html).toContain('The code and the link are valid for 10 minutes.');
    expect(withLink.html).toContain('href="https://id.example.com/set-password#email=a&amp;token=b"');
    expect(withLink.text).toContain(`where you started: ${link}\nBoth are valid for 10 minutes.`);
    expect(without.html).not.toMatch(/href=|one click|the link/);
    expect(without.text).not.toContain('link');
  });

  it('links to nothing that runs a script', () => {
    const order = { channel: 'Email', type: 'PasswordReset', payload: { link: 'javascript:alert(1)' } } as const;
    expect(defaultContent(order, ['en'], look).html).not.toContain('href=');
  });

  it('of an SMS is only text', () => {
    const sms = defaultContent({ channel: 'Sms', type: 'SignIn', payload }, ['de'], look);
    expect(sms).toEqual({ subject: '', text: expect.stringMatching(/^Ihr Anmeldecode lautet c0de42\./) });
  });
});

describe('languages of a message', () => {
  const options = (autoDetect: boolean) => ({
    languageInfo: { autoDetect, fallbackLanguage: 'pt-BR' },
    detected: ['fr-CA', 'it'],
  });
  it.each([
    [{ locale: 'zh-Hant-TW' }, false, ['zh-Hant-TW', 'zh-Hant', 'zh', 'pt-BR', 'pt', 'en']],
    [{ uiLocales: 'de_AT en' }, true, ['de-AT', 'de', 'en', 'fr-CA', 'fr', 'pt-BR', 'pt']],
    [{}, true, ['fr-CA', 'fr', 'pt-BR', 'pt', 'en']],
  ])('%j', (asked, autoDetect, expected) => expect(messageLanguages(asked, options(autoDetect))).toEqual(expected));
});
