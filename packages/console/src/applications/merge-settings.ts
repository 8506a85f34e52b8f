// Two people edit one application: what the other one changed, and what becomes of both their changes.
import { changedFields } from '../kit/changed-fields.ts';
import type { SettingsField, SettingsValues } from './settings-values.ts';

/** `loaded` is what the form began with, `stored` what the server has now. */
export type Versions = { loaded: SettingsValues; stored: SettingsValues };

export const changedElsewhere = ({ loaded, stored }: Versions): SettingsField[] => changedFields(loaded, stored);

const pick = (from: SettingsValues, fields: readonly SettingsField[]): Partial<SettingsValues> =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));

/** Mine wherever I changed something, theirs everywhere else. */
export const withMine = ({ loaded, stored }: Versions, typed: SettingsValues): SettingsValues => ({
  ...stored,
  ...pick(typed, changedFields(loaded, typed)),
});

/** Theirs wherever they changed something, and what I typed in all other fields. */
export const withTheirs = (versions: Versions, typed: SettingsValues): SettingsValues => ({
  ...typed,
  ...pick(versions.stored, changedElsewhere(versions)),
});
