// An email domain: a host name of at least two labels. Without a schema, for the browser.
export const maxEmailDomainLength = 128;
export const emailDomainPattern =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}(?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u;
