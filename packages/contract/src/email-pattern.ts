// The form of an email address, apart from the rules of its domain.
/** One address: none of the characters with a meaning in lists of addresses, and one @. */
export const emailPattern = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+\.[^\s@<>()[\],;:\\"]+$/;
