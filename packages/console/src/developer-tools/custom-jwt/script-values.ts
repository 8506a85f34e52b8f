// Converts a script between the form's values and the API's format.
import { secretMask } from '@tessera/contract/secret-mask';
import type { TFunction } from 'i18next';
import { defaultScript, sampleContext, sampleToken } from './samples.ts';
import type { StoredScript, TokenKind } from './token-kinds.ts';

export type Variable = { key: string; value: string };
export type ScriptValues = {
  script: string;
  variables: Variable[];
  token: string;
  context: string;
  /** `null`: not set, derived from the script. */
  blockOnError: boolean | null;
};

const toJson = (value: object | undefined, otherwise: string) =>
  value === undefined ? otherwise : `${JSON.stringify(value, null, 2)}\n`;

export const emptyVariable: Variable = { key: '', value: '' };

export function valuesOf(kind: TokenKind, stored?: StoredScript): ScriptValues {
  const variables = Object.entries(stored?.environmentVariables ?? {}).map(([key, value]) => ({ key, value }));
  return {
    script: stored?.script ?? defaultScript(kind),
    variables: variables.length > 0 ? variables : [emptyVariable],
    token: toJson(stored?.tokenSample, sampleToken(kind)),
    context: toJson(stored?.contextSample, sampleContext),
    blockOnError: stored?.blockIssuanceOnError ?? null,
  };
}

const objectIn = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** An empty field uses the sample. */
const sampleIn = (text: string, sample: string) => objectIn(text.trim() === '' ? sample : text);

/** Same rule as on the server. */
export const blocksOnError = ({ blockOnError, script }: ScriptValues): boolean =>
  blockOnError ?? script.includes('denyAccess');

export function draftOf(kind: TokenKind, values: ScriptValues): StoredScript {
  const { script, variables, token, context, blockOnError } = values;
  const named = variables.filter(({ key, value }) => key !== '' && value !== '');
  return {
    script,
    environmentVariables: Object.fromEntries(named.map(({ key, value }) => [key, value])),
    ...(blockOnError !== null && { blockIssuanceOnError: blockOnError }),
    tokenSample: sampleIn(token, sampleToken(kind)) ?? {},
    ...(kind === 'access-token' && { contextSample: sampleIn(context, sampleContext) ?? { user: {} } }),
  } as StoredScript;
}

export const revealedVariables = (variables: readonly Variable[], values: Record<string, string>): Variable[] =>
  variables.map(({ key, value }) => ({ key, value: value === secretMask ? (values[key] ?? value) : value }));

export type ScriptErrors = Record<string, string>;

function checkVariable({ key, value }: Variable, index: number, all: readonly Variable[], t: TFunction): ScriptErrors {
  const name = `variables.${index}.key`;
  if (key === '' && value === '') return {};
  if (key === '') return { [name]: t('custom-jwt.variables.key_missing') };
  if (!/^\w+$/.test(key)) return { [name]: t('custom-jwt.variables.key_rule') };
  if (all.findIndex((other) => other.key === key) < index) return { [name]: t('custom-jwt.variables.key_taken') };
  return value === '' ? { [`variables.${index}.value`]: t('custom-jwt.variables.value_missing') } : {};
}

/** Errors by field name. */
export function checkValues(kind: TokenKind, values: ScriptValues, t: TFunction): ScriptErrors {
  const { script, variables, token, context } = values;
  const rows = variables.map((variable, index) => checkVariable(variable, index, variables, t));
  return {
    ...(script.trim() === '' && { script: t('fields.required') }),
    ...Object.assign({}, ...rows),
    ...(!sampleIn(token, sampleToken(kind)) && { token: t('fields.json_object') }),
    ...(kind === 'access-token' && !sampleIn(context, sampleContext) && { context: t('fields.json_object') }),
  };
}
