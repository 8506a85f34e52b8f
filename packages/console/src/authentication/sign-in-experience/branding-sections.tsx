// Colors and images of the sign-in pages, for light and dark mode.
import { Button, Switch } from '@mantine/core';
import { darkPrimaryColor, isHexColor } from '@tessera/contract/colors';
import { useTranslation } from 'react-i18next';
import { ColorField } from '../../kit/color-field.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { ImageField } from '../../kit/image-field.tsx';
import { DerivedColors } from './derived-colors.tsx';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';
import classes from './sections.module.css';
import type { ImageName } from './values.ts';

/** The default color of a tenant. */
const usualColor = '#6139F6';

export function BrandingSections() {
  const { t } = useTranslation();
  const {
    form: { form },
  } = useExperience();
  const { primaryColor, isDarkModeEnabled, darkPrimaryColor: dark } = form.values;
  const derived = darkPrimaryColor(isHexColor(primaryColor) ? primaryColor : usualColor);
  const bound = (field: ImageName | 'primaryColor' | 'darkPrimaryColor') => ({
    label: labelOf(field, t),
    value: form.values[field],
    error: form.errors[field],
    onChange: (value: string) => form.setFieldValue(field, value as never),
    onBlur: () => void form.validateField(field),
    'data-path': field,
  });
  /** The dark color follows the primary color while dark mode is off. */
  const setPrimary = (value: string) => {
    form.setFieldValue('primaryColor', value);
    if (!isDarkModeEnabled) form.setFieldValue('darkPrimaryColor', darkPrimaryColor(value));
  };
  return (
    <>
      <FormSection title={t('sign-in-experience.branding.look')} text={t('sign-in-experience.branding.look_text')}>
        <ColorField {...bound('primaryColor')} fallback={usualColor} onChange={setPrimary} />
        <DerivedColors color={primaryColor} theme="light" />
        <div className={classes.pair}>
          <ImageField {...bound('logoUrl')} />
          <ImageField {...bound('favicon')} />
        </div>
      </FormSection>
      <FormSection title={t('sign-in-experience.branding.dark')} text={t('sign-in-experience.branding.dark_text')}>
        <Switch
          label={labelOf('isDarkModeEnabled', t)}
          description={t('sign-in-experience.branding.dark_hint')}
          {...form.getInputProps('isDarkModeEnabled', { type: 'checkbox' })}
        />
        {isDarkModeEnabled && (
          <>
            <ColorField
              {...bound('darkPrimaryColor')}
              fallback={derived}
              description={
                dark.toUpperCase() === derived.toUpperCase() ? undefined : (
                  <span className={classes.recalculate}>
                    {t('sign-in-experience.branding.not_derived', { color: derived })}
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      onClick={() => form.setFieldValue('darkPrimaryColor', derived)}
                    >
                      {t('sign-in-experience.branding.recalculate')}
                    </Button>
                  </span>
                )
              }
            />
            <DerivedColors color={dark} theme="dark" />
            <div className={classes.pair}>
              <ImageField {...bound('darkLogoUrl')} />
              <ImageField {...bound('darkFavicon')} />
            </div>
          </>
        )}
      </FormSection>
    </>
  );
}
