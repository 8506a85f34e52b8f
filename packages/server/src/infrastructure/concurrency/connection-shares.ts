// Shares a limited number of connections between tenants, and between the clients of each. A connection may last for
// hours, so a caller is refused instead of waiting.

export type ConnectionShares = ReturnType<typeof createConnectionShares>;

/** Counts by name, without those that are zero. */
const createCounts = () => {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    of,
    add: (name: string, change: 1 | -1) => {
      const count = of(name) + change;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
};

/** `most`: connections of all tenants together. */
export const createConnectionShares = (most: number) => {
  const tenants = createCounts();
  const clients = createCounts();
  const state = { used: 0 };

  return {
    /**
     * Returns the function that gives the connection back, or undefined if there is none left. A tenant can have as many
     * as are free, so one that takes all it can get leaves half of them to others. A client can have as many as its
     * tenant could still get, so it leaves a third of those to other clients of the tenant.
     */
    take: (tenantId: string, client: string): (() => void) | undefined => {
      const leftToTenant = most - state.used - tenants.of(tenantId);
      if (leftToTenant <= clients.of(client)) return undefined;
      const change = (by: 1 | -1) => {
        state.used += by;
        tenants.add(tenantId, by);
        clients.add(client, by);
      };
      change(1);
      let isReturned = false;
      return () => {
        if (!isReturned) change(-1);
        isReturned = true;
      };
    },
  };
};
