// Custom sign-in branding: switch, images, colors and CSS.
import { Button, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { darkPrimaryColor, isHexColor } from '@tessera/contract/colors';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ColorField } from '../../kit/color-field.tsx';
import { CssField } from '../../kit/css-field.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { ImageField } from '../../kit/image-field.tsx';
import classes from './look-sections.module.css';
import { imageFields, type LookValues } from './look-values.ts';
import { OriginNotice } from './origin-notice.tsx';

/** The default color of a tenant. */
const usualColor = '#6139F6';

type Props = { form: UseFormReturnType<LookValues>; of: 'organization' | 'application' };

export function LookSections({ form, of }: Props) {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const { data: tenant } = useQuery({ ...api.management.query('/sign-in-exp'), meta: { silent: true } });
  const { isOwn, primaryColor, darkPrimaryColor: dark } = form.values;
  const usual = tenant?.color.primaryColor ?? usualColor;
  const derived = darkPrimaryColor(isHexColor(primaryColor) ? primaryColor : usual);
  const isDerived = dark === '' || dark.toUpperCase() === derived.toUpperCase();
  const bound = (field: Exclude<keyof LookValues, 'isOwn'>) => ({
    label: t(`look.${field}`),
    value: form.values[field],
    error: form.errors[field],
    onChange: (value: string) => form.setFieldValue(field, value as never),
    onBlur: () => void form.validateField(field),
    'data-path': field,
  });
  /** Start from the tenant's colors, so that the preview is not empty. */
  const turn = (on: boolean) => {
    form.setFieldValue('isOwn', on);
    if (!on || primaryColor !== '' || dark !== '') return;
    form.setFieldValue('primaryColor', usual);
    form.setFieldValue('darkPrimaryColor', darkPrimaryColor(usual));
  };
  /** The dark color follows unless it was set explicitly. */
  const setPrimary = (value: string) => {
    form.setFieldValue('primaryColor', value);
    if (isDerived && isHexColor(value)) form.setFieldValue('darkPrimaryColor', darkPrimaryColor(value));
  };
  return (
    <>
      <FormSection title={t('look.title')} text={t(`look.${of}.text`)}>
        <Switch
          label={t('look.isOwn')}
          description={t(`look.${of}.hint`)}
          checked={isOwn}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
      </FormSection>
      {isOwn && (
        <>
          <FormSection title={t('look.images')} text={t(`look.${of}.images`)}>
            {imageFields.map((field) => (
              <ImageField key={field} {...bound(field)} />
            ))}
          </FormSection>
          <FormSection title={t('look.colors')} text={t('look.colors_text')}>
            <ColorField {...bound('primaryColor')} fallback={usual} onChange={setPrimary} />
            <ColorField
              {...bound('darkPrimaryColor')}
              fallback={derived}
              description={
                isDerived ? (
                  t('look.dark_hint')
                ) : (
                  <span className={classes.derived}>
                    {t('look.not_derived', { color: `\u2066${derived}\u2069` })}
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      onClick={() => form.setFieldValue('darkPrimaryColor', derived)}
                    >
                      {t('look.use_derived')}
                    </Button>
                  </span>
                )
              }
            />
          </FormSection>
          <FormSection title={t('look.customCss')} text={t('look.css_text')}>
            <OriginNotice />
            {(settings.hasOwnOrigin || form.getInitialValues().customCss !== '') && (
              <CssField {...bound('customCss')} description={t('fields.leave_editor')} />
            )}
          </FormSection>
        </>
      )}
    </>
  );
}
