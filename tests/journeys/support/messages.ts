// Messages that a page shows for some seconds. They are recorded when they appear, because a busy machine may look for
// them only after they are gone.
import { type BrowserContext, expect, type Page } from '@playwright/test';

const recorder = `(() => {
  const last = new WeakMap();
  window.shownMessages = [];
  const look = () => {
    for (const element of document.querySelectorAll('.mantine-Notification-root, .toast')) {
      const text = element.dataset.shown === 'false' ? '' : element.textContent;
      if (text && text !== last.get(element)) window.shownMessages.push(text);
      last.set(element, text);
    }
  };
  const changes = { subtree: true, childList: true, characterData: true, attributeFilter: ['data-shown'] };
  new MutationObserver(look).observe(document, changes);
})()`;

const recorded = new WeakSet<BrowserContext>();

/** Records the messages of all pages opened in a context from now on. */
export const recordMessages = async (context: BrowserContext) => {
  if (recorded.has(context)) return;
  recorded.add(context);
  await context.addInitScript(recorder);
};

/** Waits until a page has shown a message that no earlier call has waited for. */
export const said = async (page: Page, text: string | RegExp) => {
  const isIt = typeof text === 'string' ? `shown.includes(${JSON.stringify(text)})` : `${text}.test(shown)`;
  const take = `(() => {
    const found = window.shownMessages.findIndex((shown) => ${isIt});
    return found < 0 ? window.shownMessages : (window.shownMessages.splice(0, found + 1), 'said');
  })()`;
  // A navigation ends the evaluation.
  const look = () => page.evaluate(take).catch(String);
  await expect.poll(look, `the message "${text}"`).toBe('said');
};
