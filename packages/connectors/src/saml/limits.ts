/** Of a response as a document; for metadata see `xml.ts`. */
export const mostResponseBytes = 131_072;
/** The same in base 64, with line breaks. */
export const mostResponseText = 1.5 * mostResponseBytes;
