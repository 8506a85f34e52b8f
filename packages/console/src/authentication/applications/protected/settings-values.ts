// Converts the settings of a protected application between the API's format and the form's values.
import type { Application } from '@tessera/contract/applications';
import { parseJsonObject } from '../../../kit/json-object.ts';

export type ProtectedValues = {
  name: string;
  description: string;
  origin: string;
  pageRules: string[];
  sessionDays: string;
  customData: string;
};
export type ProtectedField = keyof ProtectedValues;

const day = 86_400;

/** A duration that the API has set may not be a whole number of days. */
const daysOf = (seconds: number) => String(Number((seconds / day).toFixed(3)));

export function valuesOf({ name, description, customData, protectedAppMetadata }: Application): ProtectedValues {
  const { origin = '', pageRules = [], sessionDuration = 14 * day } = protectedAppMetadata ?? {};
  return {
    ...{ name, description: description ?? '', origin, sessionDays: daysOf(sessionDuration) },
    // Always show at least one row.
    pageRules: pageRules.length > 0 ? pageRules.map(({ path }) => path) : [''],
    customData: JSON.stringify(customData, null, 2),
  };
}

/** The PATCH body with the changed fields only. */
export function patchOf(values: ProtectedValues, changed: readonly ProtectedField[]) {
  const has = (field: ProtectedField) => changed.includes(field);
  const rules = values.pageRules.map((path) => path.trim()).filter((path) => path !== '');
  const metadata = {
    ...(has('origin') && { origin: values.origin.trim() }),
    ...(has('pageRules') && { pageRules: rules.map((path) => ({ path })) }),
    ...(has('sessionDays') && { sessionDuration: Number(values.sessionDays) * day }),
  };
  return {
    ...(has('name') && { name: values.name.trim() }),
    ...(has('description') && { description: values.description.trim() }),
    ...(has('customData') && { customData: parseJsonObject(values.customData) ?? {} }),
    ...(Object.keys(metadata).length > 0 && { protectedAppMetadata: metadata }),
  };
}
