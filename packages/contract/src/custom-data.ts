// Custom data that developers store with an entity. Limited in size, because it is read with the entity.
export const maxCustomDataSize = 64 * 1024;
export const fitsCustomData = (value: unknown) => JSON.stringify(value).length <= maxCustomDataSize;
