// Labels and display texts of the fields, for the conflict notice.
import type { TFunction } from 'i18next';
import type { Values } from './values.ts';

export const labelOf = (field: keyof Values, t: TFunction): string => t(`sign-in-experience.fields.${field}`);

/** Lists are shown as the names of their items. */
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
    if (field === 'footerLinks') return values.footerLinks.map(({ key, value }) => `${key}: ${value}`).join('\n');
    if (field === 'layout') return t(`sign-in-experience.layout.layouts.${values.layout}`);
    if (field === 'background') return t(`sign-in-experience.layout.backgrounds.${values.background}`);
    if (field === 'logoPosition') return t(`sign-in-experience.style.positions.${values.logoPosition}`);
    if (field === 'buttonShape') return t(`sign-in-experience.style.shapes.${values.buttonShape}`);
    if (field === 'font') return t(`sign-in-experience.style.fonts.${values.font}`);
    if (field === 'methodOrder') return t(`sign-in-experience.style.orders.${values.methodOrder}`);
    if (field === 'customUiAssets') {
      return values.customUiAssets ? new Date(values.customUiAssets.createdAt).toLocaleString() : '';
    }
    return field === 'agreeToTermsPolicy'
      ? t(`sign-in-experience.content.policies.${values.agreeToTermsPolicy}`)
      : undefined;
  };
