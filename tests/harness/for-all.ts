// Work on many items.

/** Runs the work for all items, a few at once. */
export const forAll = async <T>(items: readonly T[], work: (item: T) => Promise<void>, atOnce = 16) => {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of rest) await work(item);
    }),
  );
};
