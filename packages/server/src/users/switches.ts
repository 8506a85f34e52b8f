// Switches in a query, such as `includeSsoIdentities`: on when they are there, and not said to be off.
const off = ['false', '0', 'no'];

export const isOn = (value: string | undefined): boolean => value !== undefined && !off.includes(value.toLowerCase());
