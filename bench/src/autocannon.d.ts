// The part of the load generator used here; the package has no types.
declare module 'autocannon' {
  type Options = {
    url: string;
    connections: number;
    duration: number;
    method?: 'GET' | 'POST';
    headers?: Record<string, string>;
    body?: string;
  };
  type Result = { '2xx': number; non2xx: number; errors: number; duration: number };
  export default function autocannon(options: Options): Promise<Result>;
}
