// The look of the sign-in pages for members of one organization; without one, that of the application or the tenant.
import { Switch, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { darkPrimaryColor, isHexColor } from '@tessera/contract/colors';
import type { Organization } from '@tessera/contract/organizations';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../app/api.ts';
import { useServices } from '../app/services.tsx';
import { ColorField } from '../kit/color-field.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { useDetailsForm } from '../kit/details-form.ts';
import { FormSection, FormSections } from '../kit/form-section.tsx';
import { ImageField } from '../kit/image-field.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import { type BrandingValues, checkBranding, imageFields, patchOf, valuesOf } from './branding-values.ts';
import { organizationQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/organizations/$id');
/** The color of a tenant that has not chosen one. */
const usualColor = '#6139F6';

export function OrganizationBranding() {
  const { api } = useServices();
  const { id } = route.useParams();
  // The page around this tab shows what there is to say while it is not loaded.
  const { data } = useQuery(organizationQuery(api, id));
  return data ? <Form key={id} organization={data} /> : null;
}

function useBrandingForm(organization: Versioned<Organization>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { organizationId: organization.id };
  return useDetailsForm<Organization, BrandingValues>({
    entity: organization,
    valuesOf,
    validate: (values) => checkBranding(values, t),
    read: () => api.management.get('/organizations/:organizationId', { params }),
    write: ({ etag }, values) =>
      api.management.patch('/organizations/:organizationId', { params, body: patchOf(values), etag }),
    onNews: (saved) => queryClient.setQueryData(organizationQuery(api, organization.id).queryKey, saved),
    fieldOf: ({ path }) => String(path.at(-1)),
  });
}

function Form({ organization }: { organization: Versioned<Organization> }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { form, changes, saving, onSubmit, discard, conflict } = useBrandingForm(organization);
  const { data: tenant } = useQuery({ ...api.management.query('/sign-in-exp'), meta: { silent: true } });
  const { isOwn, primaryColor } = form.values;
  const usual = tenant?.color.primaryColor ?? usualColor;
  const primary = isHexColor(primaryColor) ? primaryColor : usual;
  const label = (field: keyof BrandingValues) => t(`organizations.branding.${field}`);
  const bound = (field: Exclude<keyof BrandingValues, 'isOwn'>) => ({
    label: label(field),
    value: form.values[field],
    error: form.errors[field],
    onChange: (value: string) => form.setFieldValue(field, value as never),
    onBlur: () => void form.validateField(field),
    'data-path': field,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormSections>
        <FormSection title={t('organizations.branding.look')} text={t('organizations.branding.look_text')}>
          <Switch
            label={label('isOwn')}
            description={t('organizations.branding.isOwn_hint')}
            {...form.getInputProps('isOwn', { type: 'checkbox' })}
          />
        </FormSection>
        {isOwn && (
          <>
            <FormSection title={t('organizations.branding.images')} text={t('organizations.branding.images_text')}>
              {imageFields.map((field) => (
                <ImageField key={field} {...bound(field)} />
              ))}
            </FormSection>
            <FormSection title={t('organizations.branding.colors')} text={t('organizations.branding.colors_text')}>
              <ColorField {...bound('primaryColor')} fallback={usual} />
              <ColorField
                {...bound('darkPrimaryColor')}
                description={t('organizations.branding.dark_hint')}
                fallback={darkPrimaryColor(primary)}
              />
            </FormSection>
            <FormSection title={label('customCss')} text={t('organizations.branding.css_text')}>
              <Textarea
                label={label('customCss')}
                rows={8}
                dir="ltr"
                spellCheck={false}
                classNames={{ input: 'mono' }}
                {...form.getInputProps('customCss')}
              />
            </FormSection>
          </>
        )}
      </FormSections>
      <SaveBar
        changes={changes}
        saving={saving}
        onDiscard={discard}
        {...(conflict && { notice: <ConflictNotice conflict={conflict} labelOf={label} /> })}
      />
    </form>
  );
}
