// What a secret may be called: it is addressed by its name, so a name can stand in a path.
import type { TFunction } from 'i18next';
import { checkName } from './check-settings.ts';

export const nameTaken = 'application.secret_name_exists';

export const checkSecretName = (name: string, t: TFunction): string | undefined =>
  checkName(name, t) ??
  (/[/\\\p{Cc}]|^\.{1,2}$/u.test(name.trim()) ? t('applications.secrets.name_characters') : undefined);
