// Data that developers keep with an entity. It is read with the entity, so there is an end to it.
export const maxCustomDataSize = 64 * 1024;
export const fitsCustomData = (value: unknown) => JSON.stringify(value).length <= maxCustomDataSize;
