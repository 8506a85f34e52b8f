// Prepares the HTML of an email for a sandboxed frame, which has the content security policy of this page.

type Options = { nonce: string; scheme?: 'light' | 'dark' | undefined };

/** Shows the email in this color scheme instead of that of the browser. */
const withScheme = (html: string, scheme: 'light' | 'dark') =>
  html
    .replace(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_, wanted: string) =>
      wanted.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
    )
    .replace(
      /(<meta\s+name=["']?color-scheme["']?\s+content=["'])([^"']*)/gi,
      (_, start: string, schemes: string) => `${start}${schemes.includes(scheme) ? scheme : schemes}`,
    );

export const framedEmail = (html: string, { nonce, scheme }: Options): string => {
  const styled = html.replace(/<style\b/gi, `<style nonce="${nonce}"`);
  return scheme ? withScheme(styled, scheme) : styled;
};
