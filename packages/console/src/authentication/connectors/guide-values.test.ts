import { expect, it } from 'vitest';
import { fillGuide } from './guide-values.ts';

const values = { domain: ['id.example.com', 'tenant.example'] };

it('lists values within a text, and gives each a line otherwise', () => {
  const guide = 'Enter {{domain}}:\n\n```\n{{domain}}\n```\n\n- One\n  ```\n  {{domain}}\n  ```';
  expect(fillGuide(guide, values)).toBe(
    'Enter id.example.com, tenant.example:\n\n```\nid.example.com\ntenant.example\n```\n\n' +
      '- One\n  ```\n  id.example.com\n  tenant.example\n  ```',
  );
});

it('leaves other placeholders', () => {
  for (const guide of ['{{code}}', 'Your code is {{code}}.', '{{ domain }}']) {
    expect(fillGuide(guide, values)).toBe(guide);
  }
});
