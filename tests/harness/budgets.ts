// The budgets of the pages, in KiB of brotli: what a person on a slow line waits for.
export const budgets = {
  console: 225,
  consoleRequests: 18,
  laterPage: 60,
  charts: 85,
  editor: 150,
  signInScripts: 25,
  signInStyles: 5,
} as const;

/** What a lazily loaded part may weigh. Editors and charts are libraries that arrive after the page that shows them. */
export const laterBudgetOf = (file: string): keyof typeof budgets => {
  if (/^charts?-/.test(file)) return 'charts';
  return /^((script|css)-)?editor-/.test(file) ? 'editor' : 'laterPage';
};
