// Custom CSS of the sign-in pages.
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CssField } from '../../kit/css-field.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { OriginNotice } from '../look/origin-notice.tsx';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';
import classes from './sections.module.css';

const parts = ['page-container', 'main-content', 'custom-content', 'branding-header', 'signature'];

export function CustomCssSection() {
  const { t } = useTranslation();
  const { settings } = useServices();
  const {
    experience,
    form: { form },
  } = useExperience();
  return (
    <FormSection
      title={t('sign-in-experience.branding.css')}
      text={
        <>
          <p>{t('sign-in-experience.branding.css_text')}</p>
          <ul className={classes.names}>
            {parts.map((part) => (
              <li key={part}>
                <code dir="ltr">{`.${settings.namespace}_${part}`}</code>
              </li>
            ))}
          </ul>
        </>
      }
    >
      <OriginNotice />
      {(settings.hasOwnOrigin || experience.customCss) && (
        <CssField
          label={labelOf('customCss', t)}
          description={t('fields.leave_editor')}
          value={form.values.customCss}
          error={form.errors.customCss}
          onChange={(value) => form.setFieldValue('customCss', value)}
          onBlur={() => void form.validateField('customCss')}
          data-path="customCss"
        />
      )}
    </FormSection>
  );
}
