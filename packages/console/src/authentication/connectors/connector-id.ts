// Connector IDs are chosen in the browser: the provider needs the callback URL, which contains the ID, before the
// connector is saved.
const characters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const length = 12;

export const isConnectorId = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z0-9]{12}$/.test(value);

/** Bytes that would favor the first characters are skipped. */
export const newConnectorId = (): string => {
  let id = '';
  while (id.length < length) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 252) id += characters[byte % characters.length];
  }
  return id;
};
