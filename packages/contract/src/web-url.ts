// The rule for URLs of web pages. Without a schema, for the browser.

export const isWebUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
