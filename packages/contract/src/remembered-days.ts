// For how many days a device can be remembered. Separate, because pages use it without the schemas.
export const maxRememberedDays = 365;
