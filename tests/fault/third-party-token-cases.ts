// Replacing and deleting third-party tokens, to be sabotaged.
import { accounts } from '../harness/account.ts';
import type { ManagementApi } from '../harness/api.ts';
import type { TestServer } from '../harness/server.ts';
import { addSocialRecord } from '../harness/social-records.ts';
import { addSecret, sealedTokens } from '../harness/third-party-tokens.ts';
import type { Cases } from './failing-statements.test.ts';

export const thirdPartyTokenCases = (server: TestServer, api: ManagementApi): Cases => {
  let connector: Promise<string> | undefined;
  const config = { url: 'https://peer.example.com', clientId: 'c', clientSecret: 's' };
  const connectorId = () => {
    connector ??= api
      .call('POST', '/connectors', { connectorId: 'keeper', config, enableTokenStorage: true })
      .then((answer) => (answer.json() as { id: string }).id);
    return connector;
  };
  const linkUser = async (username: string) => {
    const people = accounts(server);
    await people.allow();
    const person = await people.person(username);
    await api.call('PUT', `/users/${person.id}/identities/keeper`, { userId: `known as ${username}` });
    return { person, owner: { userId: person.id, target: 'keeper', connectorId: await connectorId() } };
  };
  return {
    'secret.deleted': async () => {
      const id = await addSecret(server, (await linkUser('loses_tokens')).owner);
      return () => api.call('DELETE', `/secrets/${id}`);
    },
    'user.third-party-token-replaced': async () => {
      const { person, owner } = await linkUser('replaces_tokens');
      const proved = { user: { id: 'known as replaces_tokens' }, tokens: await sealedTokens(server, 'new') };
      const recordId = await addSocialRecord(server, person.id, { ...owner, ...proved });
      const path = '/my-account/identities/keeper/access-token';
      return () => person.call('PUT', path, { verificationRecordId: recordId });
    },
  };
};
