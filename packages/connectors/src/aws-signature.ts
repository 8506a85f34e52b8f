// Signs requests to AWS (signature version 4).
import { AwsV4Signer } from 'aws4fetch';

type Credentials = { accessKeyId: string; secretAccessKey: string; region: string; service: string };
type Unsigned = { url: string; headers: Record<string, string>; body: string };

/** All headers of the signed request. */
export const signAws = async (credentials: Credentials, request: Unsigned, now: number) => {
  const datetime = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const signer = new AwsV4Signer({ ...credentials, ...request, datetime, method: 'POST' });
  const { headers } = await signer.sign();
  return Object.fromEntries(headers);
};
