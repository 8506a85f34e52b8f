// F03: enterprise SSO connectors, to be sabotaged.
import { selfSigned } from '@tessera/server/infrastructure/outbound/self-signed';
import type { ManagementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import type { DnsServer } from '../harness/dns-server.ts';
import type { Cases } from './failing-statements.test.ts';

export const ssoConnectorCases = (api: ManagementApi, dns: DnsServer): Cases => {
  let count = 0;
  const { cert: x509Certificate } = selfSigned('idp.example', 'rsa');
  const config = { entityId: 'https://idp.example', signInEndpoint: 'https://idp.example/sso', x509Certificate };
  const newBody = () => {
    count += 1;
    return { providerName: 'SAML', connectorName: `Company ${count}`, domains: [`company${count}.example`], config };
  };
  const newConnector = async () => {
    const body = newBody();
    const { id } = (await api.call('POST', '/sso-connectors', body)).json() as { id: string };
    return { id, domain: String(body.domains[0]) };
  };
  const started = async (connectorId: string) => {
    const { id: defaultApplicationId } = await newApplication(api, { type: 'Traditional' });
    const clientIdpInitiatedAuthCallbackUri = 'https://app.example.com/start';
    const body = { autoSendAuthorizationRequest: false, defaultApplicationId, clientIdpInitiatedAuthCallbackUri };
    return () => api.call('PUT', `/sso-connectors/${connectorId}/idp-initiated-auth-config`, body);
  };
  return {
    'sso-connector.created': async () => {
      const body = newBody();
      return () => api.call('POST', '/sso-connectors', body);
    },
    'sso-connector.updated': async () => {
      const { id } = await newConnector();
      const body = { syncProfile: true, domains: ['other.example'], config, enableTokenStorage: false };
      return () => api.call('PATCH', `/sso-connectors/${id}`, body);
    },
    'sso-connector.deleted': async () => {
      const { id } = await newConnector();
      return () => api.call('DELETE', `/sso-connectors/${id}`);
    },
    'sso-connector.domain-verified': async () => {
      const { id, domain } = await newConnector();
      const path = `/sso-connectors/${id}`;
      const { domainVerifications } = (await api.call('GET', path)).json() as {
        domainVerifications: { dnsRecord: { name: string; value: string } }[];
      };
      for (const { dnsRecord } of domainVerifications) dns.zone.set(dnsRecord.name, { texts: [dnsRecord.value] });
      return () => api.call('POST', `${path}/domains/${domain}/verification`);
    },
    'sso-connector.idp-initiated-auth-config-replaced': async () => started((await newConnector()).id),
    'sso-connector.idp-initiated-auth-config-deleted': async () => {
      const { id } = await newConnector();
      await (await started(id))();
      return () => api.call('DELETE', `/sso-connectors/${id}/idp-initiated-auth-config`);
    },
  };
};
