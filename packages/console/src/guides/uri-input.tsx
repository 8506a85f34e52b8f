// Addresses of the application, edited where the guide needs them. The suggestion waits in the first row to be saved.
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tessera/contract/applications';
import { fitsApplication, isCanonicalUri } from '@tessera/contract/redirect-uri';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../app/api.ts';
import { useServices } from '../app/services.tsx';
import { BusyButton } from '../kit/busy-button.tsx';
import { changedFields } from '../kit/changed-fields.ts';
import { listRows } from '../kit/list-rows.ts';
import { MultiText } from '../kit/multi-text.tsx';
import { saveOver } from '../kit/save-over.ts';
import { useSuccessToast } from '../kit/success-toast.ts';
import type { UriField } from './guide.ts';
import { useReading } from './reading.tsx';
import classes from './uri-input.module.css';
import { fill } from './values.ts';

const orOneRow = (uris: readonly string[]) => (uris.length > 0 ? [...uris] : ['']);

/** Every list of the API that shows this application, and its own page, are asked for again. */
const aboutApplications = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  typeof queryKey[1] === 'string' && queryKey[1].startsWith('/applications');

function useSave(application: Versioned<Application>, field: UriField) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { id: application.id };
  const urisIn = ({ oidcClientMetadata }: Application) => ({ uris: oidcClientMetadata[field] });
  return useMutation({
    // The other lists of addresses go with this one, so they have to be the newest there are.
    mutationFn: (uris: string[]) =>
      saveOver<Application, Application>({
        known: application.etag,
        current: application,
        read: () => api.management.get('/applications/:id', { params }),
        write: ({ etag, oidcClientMetadata }) =>
          api.management.patch('/applications/:id', {
            params,
            body: { oidcClientMetadata: { ...oidcClientMetadata, [field]: uris } },
            etag,
          }),
        isUntouched: (stored) => changedFields(urisIn(application), urisIn(stored)).length === 0,
      }),
    onSuccess: () => queryClient.invalidateQueries({ predicate: aboutApplications }),
  });
}

type Props = { field: UriField; suggestion: string };

/** Only applications have addresses. */
export function UriInput(props: Props) {
  const { application } = useReading();
  return application ? <AddressInput {...props} application={application} /> : null;
}

function AddressInput({ field, suggestion, application }: Props & { application: Versioned<Application> }) {
  const { t, i18n } = useTranslation();
  const listed = (uris: readonly string[]) => new Intl.ListFormat(i18n.language).format(uris) || t('conflict.empty');
  const toast = useSuccessToast();
  const { values } = useReading();
  const save = useSave(application, field);
  const example = fill(suggestion, values);
  const saved = application.oidcClientMetadata[field];
  const isNative = application.type === 'Native';
  const isRequired = field === 'redirectUris';

  const problemOf = (value: string, index: number, uris: readonly string[]) => {
    const uri = value.trim();
    if (uri === '')
      return isRequired && index === 0 && uris.every((one) => one.trim() === '') && t('guides.uris.required');
    if (!isCanonicalUri(uri)) return t('guides.uris.invalid', { example });
    if (fitsApplication(uri, isNative ? 'native' : 'web')) return null;
    return isNative ? t('guides.uris.not_native', { example }) : t('guides.uris.not_web');
  };

  const form = useForm<{ uris: string[] }>({
    initialValues: { uris: orOneRow(saved.length > 0 ? saved : [example]) },
    validate: ({ uris }) =>
      Object.fromEntries(uris.map((uri, index) => [`uris.${index}`, problemOf(uri, index, uris) || null])),
  });
  const isDirty = changedFields({ uris: saved }, form.getValues()).length > 0;

  const submit = form.onSubmit(async ({ uris }) => {
    if (!isDirty || save.isPending) return;
    const wanted = uris.map((uri) => uri.trim()).filter((uri) => uri !== '');
    await save.mutateAsync(wanted).then(
      (outcome) => {
        if ('newer' in outcome) {
          // Theirs is what is saved now; whoever saves again has seen it.
          form.setFieldError(
            'uris.0',
            t('guides.uris.changed', { uris: listed(outcome.newer.oidcClientMetadata[field]) }),
          );
          return;
        }
        form.setValues({ uris: orOneRow(wanted) });
        toast(t('guides.uris.saved'));
      },
      // Reported by the query client; what was typed stays.
      () => {},
    );
  });

  const label = t(`guides.uris.${field}`);
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <MultiText label={label} placeholder={example} required={isRequired} {...listRows(form, 'uris')} />
      <BusyButton
        type="submit"
        variant="default"
        disabled={!isDirty}
        busy={save.isPending}
        aria-label={t('guides.uris.save_named', { name: label })}
      >
        {t('guides.uris.save')}
      </BusyButton>
    </form>
  );
}
