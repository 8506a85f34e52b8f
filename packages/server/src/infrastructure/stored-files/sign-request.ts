// A signature for an object storage request, as headers.
export type Method = 'GET' | 'PUT' | 'DELETE';
export type Sign = (request: {
  method: Method;
  url: string;
  now: number;
  /** Of the body. */
  size: number;
  hash: string;
}) => Promise<Headers>;
