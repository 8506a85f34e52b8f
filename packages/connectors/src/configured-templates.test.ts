import { expect, it } from 'vitest';
import { configuredTemplates } from './configured-templates.ts';

it('reads templates with their text', () => {
  const templates = [
    { usageType: 'SignIn', languageTag: 'de', subject: 'Code', content: '<b>{{code}}</b>' },
    { usageType: 'Generic', subject: 'Code', content: '{{code}}', contentType: 'text/plain' },
    { usageType: 'Register', subject: 'Code', content: '{{code}}', type: 'text/plain' },
    { usageType: 'Unknown', content: '{{code}}' },
  ];
  expect(configuredTemplates({ templates }, 'Email')).toEqual([
    {
      usageType: 'SignIn',
      languageTag: 'de',
      details: { subject: 'Code', content: '<b>{{code}}</b>', contentType: 'text/html' },
    },
    { usageType: 'Generic', details: { subject: 'Code', content: '{{code}}', contentType: 'text/plain' } },
    { usageType: 'Register', details: { subject: 'Code', content: '{{code}}', contentType: 'text/plain' } },
  ]);
  expect(configuredTemplates({ templates: [{ usageType: 'SignIn', content: 'x' }] }, 'Sms')).toEqual([
    { usageType: 'SignIn', details: { subject: '', content: 'x', contentType: 'text/plain' } },
  ]);
});

it('reads templates that are stored at the provider', () => {
  const templates = [{ usageType: 'SignIn', templateAlias: 'codes' }];
  expect(configuredTemplates({ templates }, 'Email')).toEqual([{ usageType: 'SignIn' }]);
});

it('reads deliveries, of which the generic one serves all types', () => {
  const deliveries = {
    SignIn: { subject: 'A', html: '<b>a</b>', replyTo: 'a@example.com' },
    Generic: { template: 'g' },
  };
  const found = configuredTemplates({ deliveries }, 'Email');
  expect(found).toHaveLength(11);
  expect(found[0]?.details).toEqual({
    ...{ subject: 'A', content: '<b>a</b>', contentType: 'text/html', replyTo: 'a@example.com' },
  });
  expect(found[1]).toEqual({ usageType: 'Register' });
});

it.each([undefined, {}, { templates: 'x' }, { templates: [null] }])('finds none in %j', (config) =>
  expect(configuredTemplates(config, 'Email')).toEqual([]),
);
