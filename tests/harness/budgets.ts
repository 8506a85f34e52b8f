// Bundle size limits in KiB (brotli), and numbers of requests.
export const budgets = {
  console: 199,
  /** The routes of all features, loaded once, with the first page that is not the first screen. */
  consoleRoutes: 17,
  consoleRequests: 5,
  /** Everything a browser loads for the first screen: page, scripts, styles, font, texts and API responses. */
  firstScreen: 232,
  firstScreenRequests: 17,
  laterPage: 63,
  laterPageRequests: 35,
  charts: 85,
  editor: 150,
  signInScripts: 30,
  signInStyles: 8,
  /** How much eight social connectors add to the sign-in page. */
  signInLogos: 4,
  /** Scripts and styles of the sign-in page, and what eight social connectors add to it. */
  signInPage: 40,
  accountScripts: 40,
  accountStyles: 7,
} as const;

/** Limit of a lazily loaded chunk. Editors and charts load after the page that shows them. */
export const laterBudgetOf = (file: string): keyof typeof budgets => {
  if (/^charts?-/.test(file)) return 'charts';
  return /^((script|css|template)-)?editor-/.test(file) ? 'editor' : 'laterPage';
};
