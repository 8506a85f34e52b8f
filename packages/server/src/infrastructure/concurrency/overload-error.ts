// There was no capacity in time. Callers may retry: the response is 503 with Retry-After.
export class OverloadError extends Error {
  constructor() {
    super('too much work is waiting');
  }
}
