// Applications created through the Management API.
import type { ManagementApi } from './api.ts';
import type { Client } from './sign-in.ts';

export type Application = Client & { id: string; clientSecret: string };
type Wanted = {
  type: 'Native' | 'SPA' | 'Traditional' | 'MachineToMachine';
  redirectUris?: string[];
  postLogoutRedirectUris?: string[];
  customClientMetadata?: Record<string, unknown>;
  isThirdParty?: boolean;
  name?: string;
};

const defaultRedirectUri = 'https://app.example.com/callback';

/** A ready client. `clientSecret` is empty for types without one, so that the result can be used as a `Client`. */
export const newApplication = async (api: ManagementApi, wanted: Wanted): Promise<Application> => {
  const { type, redirectUris = [defaultRedirectUri], postLogoutRedirectUris = [], ...more } = wanted;
  const isMachine = type === 'MachineToMachine';
  const answer = await api.call('POST', '/applications', {
    name: `${type} application`,
    type,
    oidcClientMetadata: { redirectUris: isMachine ? [] : redirectUris, postLogoutRedirectUris },
    ...more,
  });
  if (answer.status !== 200) throw new Error(`no application: ${answer.body}`);
  const { id } = answer.json() as { id: string };
  const secrets = (await api.call('GET', `/applications/${id}/secrets`)).json() as { value: string }[];
  return { id, clientId: id, redirectUri: redirectUris[0] ?? '', clientSecret: secrets[0]?.value ?? '' };
};
