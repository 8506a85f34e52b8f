// How the fields of the sign-in experience are called, and how their values read, where somebody else changed them.
import type { TFunction } from 'i18next';
import type { Values } from './values.ts';

export const labelOf = (field: keyof Values, t: TFunction): string => t(`sign-in-experience.fields.${field}`);

/** Lists read as the names of what is in them. */
export const textOf =
  (t: TFunction) =>
  (field: keyof Values, values: Values): string | undefined => {
    if (field === 'signUpIdentifiers') {
      return values.signUpIdentifiers.map((name) => t(`sign-in-experience.identifiers.${name}`)).join('\n');
    }
    if (field === 'signInMethods') {
      return values.signInMethods
        .map(({ identifier, password, verificationCode }) => {
          const factors = [
            ...(password ? [t('sign-in-experience.factors.password')] : []),
            ...(verificationCode ? [t('sign-in-experience.factors.code')] : []),
          ];
          return `${t(`sign-in-experience.identifiers.${identifier}`)}: ${factors.join(', ')}`;
        })
        .join('\n');
    }
    if (field === 'forgotPasswordMethods') {
      return values.forgotPasswordMethods.map((name) => t(`sign-in-experience.recoveries.${name}`)).join('\n');
    }
    if (field === 'customUiAssets') {
      return values.customUiAssets ? new Date(values.customUiAssets.createdAt).toLocaleString() : '';
    }
    return field === 'agreeToTermsPolicy'
      ? t(`sign-in-experience.content.policies.${values.agreeToTermsPolicy}`)
      : undefined;
  };
