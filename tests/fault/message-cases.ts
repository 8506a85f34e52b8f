// F03: connectors, email templates and unlocking, to be sabotaged.
import type { ManagementApi } from '../harness/api.ts';
import { openInteraction } from '../harness/interactions.ts';
import type { TestServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import type { Cases } from './failing-statements.test.ts';

export const messageCases = (server: TestServer, api: ManagementApi): Cases => {
  const connector = { connectorId: 'http-sms', config: { endpoint: 'https://sms.example.com' } };
  const newConnector = async () => ((await api.call('POST', '/connectors', connector)).json() as { id: string }).id;
  const templates = (languageTag: string) =>
    ['SignIn', 'Register'].map((templateType) => ({
      languageTag,
      templateType,
      details: { subject: 'Code', content: '{{code}}' },
    }));
  const newTemplate = async (languageTag: string) => {
    const answer = await api.call('PUT', '/email-templates', { templates: templates(languageTag) });
    return String((answer.json() as { id: string }[])[0]?.id);
  };
  return {
    'connector.created': async () => {
      await newConnector();
      return () => api.call('POST', '/connectors', connector);
    },
    'connector.updated': async () => {
      const id = await newConnector();
      return () => api.call('PATCH', `/connectors/${id}`, { config: { endpoint: 'https://other.example.com' } });
    },
    'connector.deleted': async () => {
      const id = await newConnector();
      return () => api.call('DELETE', `/connectors/${id}`);
    },
    'email-template.replaced': async () => () => api.call('PUT', '/email-templates', { templates: templates('fr') }),
    'email-template.updated': async () => {
      const id = await newTemplate('de');
      return () => api.call('PATCH', `/email-templates/${id}/details`, { subject: 'Ihr Code' });
    },
    'email-template.deleted': async () => {
      await newTemplate('it');
      return () => api.call('DELETE', '/email-templates?languageTag=it');
    },
    'message-template.replaced': async () => () =>
      api.call('PUT', '/message-templates/Sms/SignIn/fr', { content: 'x' }),
    'message-template.deleted': async () => {
      await api.call('PUT', '/message-templates/Sms/SignIn/es', { content: 'x' });
      return () => api.call('DELETE', '/message-templates/Sms/SignIn/es');
    },
    'sentinel-activity.deleted': async () => {
      const { call } = await openInteraction(server.origin, demoApp(server.origin));
      await call('PUT', '', { interactionEvent: 'SignIn' });
      const body = { identifier: { type: 'username', value: 'forgetful' }, password: 'wrong' };
      for (let count = 0; count < 3; count += 1) await call('POST', '/verification/password', body);
      return () => api.call('POST', '/sentinel-activities/delete', { targetType: 'User', targets: ['forgetful'] });
    },
  };
};
