// A connection test as text, for a message to the administrator of the identity provider.
import type { SsoConnectorTest, SsoTestStep } from '@tessera/contract/sso-connector-tests';
import type { SsoConnectorDetails } from '../query.ts';

export const durationText = (durationMs: number, language: string): string => {
  const [value, unit] = durationMs < 1000 ? [durationMs, 'millisecond'] : [durationMs / 1000, 'second'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
};

const marks = { succeeded: '✓', warning: '!', failed: '✗', running: '…', not_run: '–' } as const;

export const reportOf = (
  { connectorName, name, id }: Pick<SsoConnectorDetails, 'connectorName' | 'name' | 'id'>,
  { steps, redirectUri, createdAt }: Pick<SsoConnectorTest, 'steps' | 'redirectUri' | 'createdAt'>,
  titleOf: (name: SsoTestStep['name']) => string,
  language: string,
): string => {
  const linesOf = (step: SsoTestStep) => {
    const { problem, response } = step;
    const duration = step.durationMs === null ? '' : ` (${durationText(step.durationMs, language)})`;
    const indented = [
      ...(step.detail === null ? [] : [step.detail]),
      ...(problem ? [`${problem.title}. ${problem.text}`] : []),
      ...(response ? response.body.split('\n') : []),
    ];
    return [`${marks[step.status]} ${titleOf(step.name)}${duration}`, ...indented.map((line) => `  ${line}`)];
  };
  return [
    `${connectorName} (${name}, ${id})`,
    new Date(createdAt).toISOString(),
    redirectUri,
    '',
    ...steps.flatMap(linesOf),
  ].join('\n');
};
