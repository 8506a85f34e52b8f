// The domain of an email address, as people type it: at least two labels, no spaces. Without schemas, for the browser.
export const maxEmailDomainLength = 128;
export const emailDomainPattern = /^[^\s@./\\]+(?:\.[^\s@./\\]+)+$/;
