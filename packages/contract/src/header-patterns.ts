// Patterns for HTTP header names and values. Without a schema, for the browser.

export const headerNamePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII with inner spaces. */
export const headerValuePattern = /^[!-~](?:[ -~]*[!-~])?$/;
