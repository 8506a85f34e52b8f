// The only source of the current time.
export type Clock = { now(): number; seconds(): number };
export const systemClock: Clock = { now: () => Date.now(), seconds: () => Math.floor(Date.now() / 1000) };
