// Boolean query parameters such as `includeSsoIdentities`: true if present, unless set to a false value.
const off = ['false', '0', 'no'];

export const isOn = (value: string | undefined): boolean => value !== undefined && !off.includes(value.toLowerCase());
