// Senders and reply addresses of templates. Without a schema, for the browser.

/** One address without a name. */
export const oneAddress = /^[^\s@<>",;]+@[^\s@<>",;]+$/;

/** Without the name before it. */
const addressIn = (text: string) => (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim();

/** The address may be a variable, whose value is checked when the message is sent. */
export const isReplyTo = (text: string): boolean => {
  const address = addressIn(text);
  return address.includes('{{') || oneAddress.test(address);
};

/** A name, or an address with or without one. Variables aren't filled in the address. */
export const isSendFrom = (text: string): boolean => {
  const address = addressIn(text);
  return !text.includes('@') || (oneAddress.test(address) && !address.includes('{'));
};
