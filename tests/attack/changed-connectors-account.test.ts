// The account API accepts an identity only while its connector has the provider that verified it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts, type Person } from '../harness/account.ts';
import { managementApi } from '../harness/api.ts';
import { changedConnectors } from '../harness/changed-connectors.ts';
import { outcome } from '../harness/interactions.ts';
import type { OAuthPeer } from '../harness/oauth-peer.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { socialConnectorFolder } from '../harness/social-connectors.ts';

const folder = socialConnectorFolder();
const ended = [404, 'session.verification_session_not_found'];
type Asked = { verificationRecordId: string; authorizationUri: string };

describe('a verification of the account API by a connector that gets another provider', () => {
  let server: TestServer;
  let elsewhere: Awaited<ReturnType<typeof changedConnectors>>;
  let person: Person;
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: folder.folder } });
    elsewhere = await changedConnectors(server, await managementApi(server));
    await accounts(server).allow();
    person = await accounts(server).person('owner');
  });
  afterAll(async () => {
    await elsewhere.stop();
    folder.remove();
  });

  const ask = async () => {
    const body = { connectorId: elsewhere.ids.social, state: 'a state', redirectUri: elsewhere.redirectUri };
    return (await person.call('POST', '/verifications/social', body)).json() as Asked;
  };
  const answer = async ({ verificationRecordId, authorizationUri }: Asked, sub: string, provider: OAuthPeer) => {
    const connectorData = provider.answerFor({ sub }, authorizationUri);
    return outcome(await person.call('POST', '/verifications/social/verify', { verificationRecordId, connectorData }));
  };
  const proved = async (sub: string) => {
    const record = await ask();
    expect(await answer(record, sub, elsewhere.former)).toEqual([200]);
    return record.verificationRecordId;
  };
  const link = async (newIdentifierVerificationRecordId: string, proof: string) =>
    outcome(await person.call('POST', '/my-account/identities', { newIdentifierVerificationRecordId }, proof));

  it('R156 is not answered by the new provider after it asked the former', async () => {
    const record = await ask();
    const answerLater = () => answer(record, elsewhere.newSub(), elsewhere.later);
    expect(await elsewhere.whenMoved('social', answerLater)).toEqual(ended);
  });

  it('R156 is linked to no account', async () => {
    const [record, byPassword] = [await proved(elsewhere.newSub()), await person.proveByPassword()];
    expect(await elsewhere.whenMoved('social', () => link(record, byPassword))).toEqual(ended);
    expect(await link(record, byPassword)).toEqual([204]);
  });

  it('R156 sets no password, even if the identity is linked', async () => {
    const sub = elsewhere.newSub();
    await person.set('identities = $2', [JSON.stringify({ open: { userId: sub } })]);
    const proof = await proved(sub);
    const body = { password: 'a stolen Passphrase 88' };
    const setPassword = async () => outcome(await person.call('POST', '/my-account/password', body, proof));
    expect(await elsewhere.whenMoved('social', setPassword)).toEqual([401, 'verification_record.permission_denied']);
    expect(await setPassword()).toEqual([204]);
  });
});
