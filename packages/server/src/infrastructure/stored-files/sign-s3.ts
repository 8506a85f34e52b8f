// Signs requests to S3 and compatible services (signature version 4).
import { AwsV4Signer } from 'aws4fetch';
import type { Sign } from './sign-request.ts';

export const createS3Sign =
  ({ region, keyId, secret }: { region: string; keyId: string; secret: string }): Sign =>
  async ({ method, url, now, hash }) => {
    const signer = new AwsV4Signer({
      ...{ method, url, region, service: 's3', accessKeyId: keyId, secretAccessKey: secret },
      datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      headers: { 'x-amz-content-sha256': hash },
    });
    return (await signer.sign()).headers;
  };
