// A page as different people see it: light, dark, on a small phone, in Arabic. axe finds nothing in any of them, nothing
// sticks out at the side, and every style that the page relies on has been shipped.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { axeViolations } from './axe.ts';
import { speak } from './language.ts';

type Look = 'light' | 'dark' | 'narrow' | 'arabic';

const wide = { width: 1280, height: 800 };
/** The narrowest screen that has to work: also a normal one at 400 % zoom. */
const narrow = { width: 320, height: 640 };

/** Where pictures of every state go, if anybody wants to look at them. */
const pictures = process.env.JOURNEYS_PICTURES;

const contrastOnly: RunOptions = { runOnly: ['color-contrast'] };

/** Shown beside the page, not in it: menus, lists of options, messages. */
const besidePage = '[role="menu"], [role="listbox"], [role="alert"]';

/**
 * What to look at: the page behind a dialog is looked at on its own, and what surrounds every page need not be looked at
 * again with each of them.
 */
const subject = async (page: Page, isFirst: boolean): Promise<string> => {
  const has = async (selector: string) => (await page.locator(selector).count()) > 0;
  if (await has('[role="dialog"]')) return '[role="dialog"]';
  return !isFirst && (await has('main')) && !(await has(besidePage)) ? 'main' : 'html';
};

const expectNoViolation = async (page: Page, where: string, look: Look) => {
  // Everything is looked for once, where the page is narrowest and light; otherwise it is the same page in other colors,
  // or in another direction, which is looked at below.
  const isFirst = look === 'narrow';
  const found = await axeViolations(page, await subject(page, isFirst), isFirst ? {} : contrastOnly);
  expect(found, where).toEqual([]);
};

const expectNoOverflow = async (page: Page, where: string) => {
  const [content, screen] = await page.locator('html').evaluate((html) => [html.scrollWidth, html.clientWidth]);
  expect(content, `${where}: width`).toBeLessThanOrEqual(screen);
};

/** The component library's styles are imported one by one; a forgotten one would fail silently. */
const expectShippedStyles = async (page: Page, where: string) => {
  const missing = await page.evaluate<string[]>(`(() => {
    const rulesOf = (list) => [...list].map((rule) => rule.cssText).join('\\n');
    const shipped = [...document.styleSheets].map((sheet) => rulesOf(sheet.cssRules)).join('\\n');
    const used = [...document.querySelectorAll('[class*="m_"]')].flatMap((element) => [...element.classList]);
    return [...new Set(used)].filter((name) => /^m_[0-9a-f]+$/.test(name) && !shipped.includes('.' + name));
  })()`);
  expect(missing, `${where}: classes without a style`).toEqual([]);
};

const keysIn = (texts: object, prefix: string): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [`${prefix}${name}`] : keysIn(text, `${prefix}${name}.`),
  );
const phrases = join(import.meta.dirname, '../../../packages/phrases/src/en');
const readJson = (file: string) => JSON.parse(readFileSync(join(phrases, file), 'utf8')) as object;
const keys = new Set([
  ...keysIn(readJson('console.json'), ''),
  ...readdirSync(join(phrases, 'console')).flatMap((file) =>
    keysIn(readJson(`console/${file}`), `${file.replace('.json', '')}.`),
  ),
]);

/** A text that was not loaded, or does not exist, shows as the name it has in the code. */
const expectNoKeys = async (page: Page, where: string) => {
  const words = await page.evaluate<string[]>(`(() => {
    const names = ['aria-label', 'title', 'placeholder', 'alt'];
    const named = names.flatMap((name) => [...document.querySelectorAll('[' + name + ']')].map((one) => one.getAttribute(name)));
    return [document.title, document.body.innerText, ...named].flatMap((text) => text.split(/\\s+/));
  })()`);
  expect(
    words.filter((word) => word.includes('.') && keys.has(word)),
    `Z10 ${where}: keys in place of texts`,
  ).toEqual([]);
};

export const checkLook = async (page: Page, name: string, look: Look) => {
  const where = `${name}, ${look}`;
  await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' });
  await page.setViewportSize(look === 'narrow' ? narrow : wide);
  if (pictures) await page.screenshot({ path: `${pictures}/${name}-${look}.png` });
  if (look !== 'light') await expectNoViolation(page, where, look);
  await expectNoOverflow(page, where);
  // Neither depends on colors or on the size of the screen.
  if (look === 'narrow' || look === 'arabic') {
    await expectShippedStyles(page, where);
    await expectNoKeys(page, where);
  }
  if (look !== 'arabic') return;
  await page.setViewportSize(narrow);
  if (pictures) await page.screenshot({ path: `${pictures}/${name}-arabic-narrow.png` });
  await expectNoOverflow(page, `${where} and narrow`);
  await page.setViewportSize(wide);
};

/** Everything but Arabic; ends wide and light, as it began. */
export const checkLooks = async (page: Page, name: string) => {
  for (const look of ['dark', 'narrow', 'light'] as const) await checkLook(page, name, look);
};

/** All looks of a page with the choice of language in its footer, which changes nothing else on the page. */
export const checkWithFooter = async (page: Page, name: string) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkLooks(page, name);
  const language = page.getByRole('contentinfo').getByRole('combobox');
  await language.selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await checkLook(page, name, 'arabic');
  await language.selectOption('en');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
};

/** All looks of a page of the console; ends in English. */
export const checkAllLooks = async (page: Page, name: string) => {
  await checkLooks(page, name);
  await speak(page, 'ar');
  await checkLook(page, name, 'arabic');
  await speak(page, 'en');
};
