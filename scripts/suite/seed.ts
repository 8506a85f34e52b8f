// The seed of generated values: the same in every run; TEST_SEED chooses others.
export const seed = Number(process.env.TEST_SEED ?? 20_261_117);

/** Numbers below 1 that follow the seed. */
export const seededRandom = (salt = 0) => {
  let state = seed + salt;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
