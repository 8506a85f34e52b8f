// The seed of generated values: the same in every run; TEST_SEED chooses others.
export const seed = Number(process.env.TEST_SEED ?? 20_261_117);
