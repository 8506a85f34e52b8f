// What may stand in the two halves of a line of HTTP. Used by the browser, so without a schema.

export const headerNamePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII, with spaces between. */
export const headerValuePattern = /^[!-~](?:[ -~]*[!-~])?$/;
