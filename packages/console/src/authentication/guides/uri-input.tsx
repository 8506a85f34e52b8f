// Editable redirect URIs or CORS origins inside a guide. If none is registered, the first row holds the suggested one.
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tessera/contract/applications';
import { fitsApplication, hasWildcard, isCanonicalUri, isPageOrigin } from '@tessera/contract/redirect-uri';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { changedFields } from '../../kit/changed-fields.ts';
import { useLeaveGuard } from '../../kit/leave-guard.ts';
import { listRows } from '../../kit/list-rows.ts';
import { MultiText } from '../../kit/multi-text.tsx';
import { saveOver } from '../../kit/save-over.ts';
import { StateTag } from '../../kit/state-tag.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import type { UriField } from './guide.ts';
import { useReading } from './reading.tsx';
import { unsavedInput } from './unsaved-input.ts';
import classes from './uri-input.module.css';
import { fill } from './values.ts';

const orOneRow = (uris: readonly string[]) => (uris.length > 0 ? [...uris] : ['']);

const urisOf = ({ oidcClientMetadata, customClientMetadata }: Application, field: UriField): readonly string[] =>
  field === 'corsAllowedOrigins' ? (customClientMetadata.corsAllowedOrigins ?? []) : oidcClientMetadata[field];

/** Matches every query about applications. */
const aboutApplications = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  typeof queryKey[1] === 'string' && queryKey[1].startsWith('/applications');

function useSave(application: Versioned<Application>, field: UriField) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { id: application.id };
  const urisIn = (one: Application) => ({ uris: urisOf(one, field) });
  return useMutation({
    // A save sends all URI lists, so it must start from the latest version.
    mutationFn: (uris: string[]) =>
      saveOver<Application, Application>({
        known: application.etag,
        current: application,
        read: () => api.management.get('/applications/:id', { params }),
        write: ({ etag, oidcClientMetadata, customClientMetadata }) =>
          api.management.patch('/applications/:id', {
            params,
            body:
              field === 'corsAllowedOrigins'
                ? { customClientMetadata: { ...customClientMetadata, corsAllowedOrigins: uris } }
                : { oidcClientMetadata: { ...oidcClientMetadata, [field]: uris } },
            etag,
          }),
        canMerge: (stored) => changedFields(urisIn(application), urisIn(stored)).length === 0,
      }),
    onSuccess: () => queryClient.invalidateQueries({ predicate: aboutApplications }),
  });
}

type Props = { field: UriField; suggestion: string };

/** API guides have no application and so no URIs. */
export function UriInput(props: Props) {
  const { application } = useReading();
  return application ? <AddressInput {...props} application={application} /> : null;
}

function AddressInput({ field, suggestion, application }: Props & { application: Versioned<Application> }) {
  const { t, i18n } = useTranslation();
  const formatList = (uris: readonly string[]) =>
    new Intl.ListFormat(i18n.language).format(uris) || t('conflict.empty');
  const toast = useSuccessToast();
  const { shown } = useReading();
  const save = useSave(application, field);
  const example = fill(suggestion, shown);
  const saved = urisOf(application, field);
  const isNative = application.type === 'Native';
  const isRequired = field === 'redirectUris';

  const problemOf = (value: string, index: number, uris: readonly string[]) => {
    const uri = value.trim();
    if (uri === '')
      return isRequired && index === 0 && uris.every((one) => one.trim() === '') && t('guides.uris.required');
    if (hasWildcard(uri)) return t('guides.uris.wildcard');
    if (field === 'corsAllowedOrigins') {
      return isPageOrigin(uri.replace(/\/+$/, '')) ? null : t('guides.uris.invalid_origin', { example });
    }
    if (!isCanonicalUri(uri)) return t('guides.uris.invalid', { example });
    return fitsApplication(uri, isNative ? 'native' : 'web') ? null : t('guides.uris.not_native', { example });
  };

  const form = useForm<{ uris: string[] }>({
    initialValues: { uris: orOneRow(saved.length > 0 ? saved : [example]) },
    validate: ({ uris }) =>
      Object.fromEntries(uris.map((uri, index) => [`uris.${index}`, problemOf(uri, index, uris) || null])),
  });
  const isDirty = changedFields({ uris: saved }, form.getValues()).length > 0;
  const isEdited = form.isDirty();
  useLeaveGuard({ active: isEdited });

  const submit = form.onSubmit(async ({ uris }) => {
    if (!isDirty || save.isPending) return;
    const written = uris.map((uri) => uri.trim()).filter((uri) => uri !== '');
    const wanted = field === 'corsAllowedOrigins' ? written.map((uri) => uri.replace(/\/+$/, '')) : written;
    await save.mutateAsync(wanted).then(
      (outcome) => {
        if ('newer' in outcome) {
          // Show the newer version; saving again overwrites it.
          form.setFieldError('uris.0', t('guides.uris.changed', { uris: formatList(urisOf(outcome.newer, field)) }));
          return;
        }
        const shownUris = { uris: orOneRow(wanted) };
        form.setValues(shownUris);
        form.resetDirty(shownUris);
        toast(t('guides.uris.saved'));
      },
      // The query client reports the error; the input stays.
      () => {},
    );
  });

  const label = t(`guides.uris.${field}`);
  return (
    <form className={classes.form} onSubmit={submit} noValidate {...(isEdited && unsavedInput)}>
      <MultiText label={label} placeholder={example} required={isRequired} {...listRows(form, 'uris')} />
      <div className={classes.actions}>
        <BusyButton
          type="submit"
          variant={isDirty ? 'filled' : 'default'}
          disabled={!isDirty}
          busy={save.isPending}
          aria-label={t('guides.uris.save_named', { name: label })}
        >
          {t('guides.uris.save')}
        </BusyButton>
        {saved.length === 0 && isDirty && <StateTag state="warning">{t('guides.uris.unregistered')}</StateTag>}
      </div>
    </form>
  );
}
