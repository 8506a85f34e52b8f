// Validates the texts of an application, of all types.
import type { TFunction } from 'i18next';
import { checkLength, checkName as checkNameOf } from '../../kit/required-text.ts';

export const checkName = (name: string, t: TFunction) => checkNameOf(name, 256, t);
export const checkDescription = (description: string, t: TFunction) => checkLength(description, 2048, t);
