// Signs requests to Tencent Cloud (TC3-HMAC-SHA256): https://www.tencentcloud.com/document/api/1131/45290
import { createHash, createHmac } from 'node:crypto';

type Key = { secretId: string; secretKey: string; service: string };
type Unsigned = { host: string; contentType: string; body: string; timestamp: number };

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The Authorization header of a POST request to `/`. `timestamp` is in seconds. */
export const signTencent = (
  { secretId, secretKey, service }: Key,
  { host, contentType, body, timestamp }: Unsigned,
): string => {
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const signedHeaders = 'content-type;host';
  const headers = `content-type:${contentType}\nhost:${host}\n`;
  const canonical = ['POST', '/', '', headers, signedHeaders, hash(body)].join('\n');
  const scope = `${date}/${service}/tc3_request`;
  const text = ['TC3-HMAC-SHA256', timestamp, scope, hash(canonical)].join('\n');
  const signingKey = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request');
  const signature = hmac(signingKey, text).toString('hex');
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
};
