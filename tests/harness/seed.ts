// The same generated values in every run; TEST_SEED chooses others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 20_261_117) });
