// A device that asks for a sign-in, and the pages on which a user decides about its code.
import type { DevicePage } from '@tessera/contract/device-page';
import { type Client, tokenRequest } from './sign-in.ts';
import type { Answer, Visitor } from './visitor.ts';

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

export type StartedDevice = {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
};

export const startDevice = async (base: string, client: Client, scope = 'openid offline_access profile') => {
  const authorization = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;
  const response = await fetch(`${base}/oidc/device/auth`, {
    method: 'POST',
    headers: client.clientSecret ? { authorization } : {},
    body: new URLSearchParams({ client_id: client.clientId, scope }),
  });
  return { status: response.status, body: (await response.json()) as StartedDevice & { error?: string } };
};

/** What the device asks for every few seconds. */
export const pollDevice = (base: string, client: Client, code: string) =>
  tokenRequest(base, client, { grant_type: deviceGrant, device_code: code });

export const devicePage = ({ body }: Pick<Answer, 'body'>): DevicePage => {
  const [, json = '{}'] = /window\.__ssr = (.*);\n/.exec(body) ?? [];
  const { device } = JSON.parse(json) as { device?: DevicePage };
  if (!device) throw new Error(`not a page of the device flow: ${body.slice(0, 300)}`);
  return device;
};

/** The pages as one browser sees them. */
export const deviceForms = (visitor: Visitor, base: string) => {
  const url = `${base}/oidc/device`;
  const open = async () => devicePage(await visitor.get(url, { accept: 'text/html' }));
  const send = (form: Record<string, string>) => visitor.send('POST', url, { form, headers: { accept: 'text/html' } });
  return {
    open,
    send,
    /** Types the code and returns the next page. */
    type: async (userCode: string) => devicePage(await send({ xsrf: (await open()).xsrf, user_code: userCode })),
    confirm: (xsrf: string, userCode: string) => send({ xsrf, user_code: userCode, confirm: 'yes' }),
  };
};
