// Checks a page in light, dark, narrow and Arabic: no axe violations, no horizontal overflow, and all styles shipped.
// Each check waits, because a page whose size or color was just changed is laid out in the next frame.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { axeViolations } from './axe.ts';
import { speak } from './language.ts';

type Look = 'light' | 'dark' | 'narrow' | 'arabic';

const wide = { width: 1280, height: 800 };
/** The narrowest supported screen, which equals a normal one at 400 % zoom. */
const narrow = { width: 320, height: 640 };

/** Folder for screenshots of every state, if wanted. */
const pictures = process.env.JOURNEYS_PICTURES;

const contrastOnly: RunOptions = { runOnly: ['color-contrast'] };

/** Overlays next to the page content: menus, option lists, messages. */
const besidePage = '[role="menu"], [role="listbox"], [role="alert"]';

/** The element to check: a dialog without the page behind it, and the shell only once. */
const subject = async (page: Page, isFirst: boolean): Promise<string> => {
  const has = async (selector: string) => (await page.locator(selector).count()) > 0;
  if (await has('[role="dialog"]')) return '[role="dialog"]';
  return !isFirst && (await has('main')) && !(await has(besidePage)) ? 'main' : 'html';
};

const expectNoViolation = async (page: Page, where: string, look: Look) => {
  // Run all rules once, in the narrow light look; other looks differ only in colors or direction.
  const isFirst = look === 'narrow';
  const find = async () => axeViolations(page, await subject(page, isFirst), isFirst ? {} : contrastOnly);
  await expect.poll(find, where).toEqual([]);
};

const expectNoOverflow = async (page: Page, where: string) => {
  const overflow = () => page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  await expect.poll(overflow, `${where}: width`).toBeLessThanOrEqual(0);
};

/** The component library's styles are imported one by one; a forgotten one would fail silently. */
const expectShippedStyles = async (page: Page, where: string) => {
  const missing = () =>
    page.evaluate<string[]>(`(() => {
    const rulesOf = (list) => [...list].map((rule) => rule.cssText).join('\\n');
    const shipped = [...document.styleSheets].map((sheet) => rulesOf(sheet.cssRules)).join('\\n');
    const used = [...document.querySelectorAll('[class*="m_"]')].flatMap((element) => [...element.classList]);
    return [...new Set(used)].filter((name) => /^m_[0-9a-f]+$/.test(name) && !shipped.includes('.' + name));
  })()`);
  await expect.poll(missing, `${where}: classes without a style`).toEqual([]);
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

/** A missing phrase shows as its key. */
const expectNoKeys = async (page: Page, where: string) => {
  const words = () =>
    page.evaluate<string[]>(`(() => {
    const names = ['aria-label', 'title', 'placeholder', 'alt'];
    const named = names.flatMap((name) => [...document.querySelectorAll('[' + name + ']')].map((one) => one.getAttribute(name)));
    return [document.title, document.body.innerText, ...named].flatMap((text) => text.split(/\\s+/));
  })()`);
  const shown = async () => (await words()).filter((word) => word.includes('.') && keys.has(word));
  await expect.poll(shown, `Z10 ${where}: keys in place of texts`).toEqual([]);
};

export const checkLook = async (page: Page, name: string, look: Look) => {
  const where = `${name}, ${look}`;
  await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' });
  await page.setViewportSize(look === 'narrow' ? narrow : wide);
  if (pictures) await page.screenshot({ path: `${pictures}/${name}-${look}.png`, animations: 'disabled' });
  if (look !== 'light') await expectNoViolation(page, where, look);
  await expectNoOverflow(page, where);
  // Neither depends on colors or on the screen size.
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

/** All looks but Arabic; ends wide and light, as it began. */
export const checkLooks = async (page: Page, name: string) => {
  for (const look of ['dark', 'narrow', 'light'] as const) await checkLook(page, name, look);
};

/** All looks of a page with a language selector in its footer. */
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

/** All looks of a console page; ends in English. */
export const checkAllLooks = async (page: Page, name: string) => {
  await checkLooks(page, name);
  await speak(page, 'ar');
  await checkLook(page, name, 'arabic');
  await speak(page, 'en');
};
