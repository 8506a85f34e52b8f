// The report of a connection test as text.
import type { SsoTestStep } from '@tessera/contract/sso-connector-tests';
import { describe, expect, it } from 'vitest';
import { durationText, reportOf } from './report.ts';

const step = { durationMs: null, detail: null, problem: null, response: null } as const;
const steps: SsoTestStep[] = [
  { ...step, name: 'discovery', status: 'succeeded', durationMs: 112, detail: 'GET /discovery · 200' },
  {
    ...{ ...step, name: 'token', status: 'failed', durationMs: 1200 },
    problem: { code: 'client_secret_rejected', field: 'clientSecret', title: 'Secret is wrong', text: 'Copy it.' },
    response: { status: 401, body: '{\n  "error": "invalid_client"\n}' },
  },
  { ...step, name: 'id_token', status: 'not_run' },
];

describe('the report of a connection test', () => {
  it('has each step, the problem and the response', () => {
    const connector = { connectorName: 'Harbor', name: 'Okta', id: 'harbor' };
    const test = { steps, redirectUri: 'https://id.example/callback/harbor', createdAt: 0 };
    expect(reportOf(connector, test, (name) => name.toUpperCase(), 'en').split('\n')).toEqual([
      'Harbor (Okta, harbor)',
      '1970-01-01T00:00:00.000Z',
      'https://id.example/callback/harbor',
      '',
      '✓ DISCOVERY (112 ms)',
      '  GET /discovery · 200',
      '✗ TOKEN (1.2 sec)',
      '  Secret is wrong. Copy it.',
      '  {',
      '    "error": "invalid_client"',
      '  }',
      '– ID_TOKEN',
    ]);
  });

  it('formats durations by language', () => {
    expect(durationText(8400, 'de')).toBe('8,4 Sek.');
  });
});
