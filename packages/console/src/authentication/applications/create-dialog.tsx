// Last step of creating an application: its name, and its type unless a guide sets it.
import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { AssignRoles } from '../../authorization/roles/assign-roles.tsx';
import { CreationDialog } from '../../kit/creation-form.tsx';
import { fieldIssues } from '../../kit/field-issues.ts';
import { revealFirstError } from '../../kit/reveal-field.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { guideQuery } from '../guides/load-guide.ts';
import { suggestedUris } from '../guides/values.ts';
import { checkDescription, checkName } from './check-texts.ts';
import { type CreationTarget, guideOf, type NamedCard } from './creation-cards.ts';
import { applicationListsKey } from './query.ts';
import { TypeChoice } from './type-choice.tsx';

type Created = { id: string; name: string; type: string };
type Values = { type: CreationTarget | ''; name: string; description: string };

/** The server creates a key pair, which can take a while. */
const samlPatience = 60_000;

function useCreation(card: NamedCard | undefined, onCreated: (application: Created) => void) {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: async ({ type, name, description }: Values & { type: CreationTarget }): Promise<Created> => {
      const texts = { name: name.trim(), ...(description.trim() !== '' && { description: description.trim() }) };
      if (type === 'SAML') return api.management.post('/saml-applications', { body: texts }, { timeout: samlPatience });
      // Registered from the start, so that the guide's code works as shown.
      const meta = guideOf(card);
      const guide = meta && (await queryClient.ensureQueryData(guideQuery(meta.id)));
      const uris = guide && suggestedUris(guide, settings.namespace);
      return api.management.post('/applications', {
        body: {
          type,
          ...texts,
          ...(card?.isThirdParty && { isThirdParty: true }),
          ...(uris && { oidcClientMetadata: uris }),
        },
      });
    },
    onSuccess: (application) => {
      toast(t('applications.created_toast'));
      void queryClient.invalidateQueries({ queryKey: applicationListsKey });
      onCreated(application);
    },
  });
}

const titleOf = (card: NamedCard | undefined, t: TFunction) => {
  if (card?.isThirdParty) return t('applications.create.new_third_party');
  return card ? t('applications.create.with_guide', { name: card.name }) : t('applications.create.new');
};

type Props = { guide: NamedCard | undefined; onClose: () => void };

/** Machine-to-machine applications choose roles here, since they have no permissions without one. */
export function CreateDialog(props: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [machine, setMachine] = useState<Created>();
  const { guide } = props;
  // The chooser is replaced in the history, so that Back does not reopen it; other pages are not.
  const replace = useLocation({ select: ({ pathname }) => pathname.endsWith('/applications/create') });
  const meta = guideOf(guide);
  const goOn = ({ id }: Created) =>
    void (meta
      ? navigate({ to: '/applications/$id/guide/$guideId', params: { id, guideId: meta.id }, replace })
      : navigate({ to: '/applications/$id/settings', params: { id }, replace }));
  if (machine) {
    return <AssignRoles application={machine} cancelLabel={t('general.skip')} onClose={() => goOn(machine)} />;
  }
  const continueWith = (application: Created) =>
    application.type === 'MachineToMachine' ? setMachine(application) : goOn(application);
  return <NewApplication {...props} onCreated={continueWith} />;
}

function NewApplication({ guide, onCreated, onClose }: Props & { onCreated: (application: Created) => void }) {
  const { t } = useTranslation();
  const create = useCreation(guide, onCreated);
  const form = useForm<Values>({
    initialValues: { type: guide?.target ?? '', name: '', description: '' },
    validate: {
      type: (type) => (type === '' ? t('applications.create.type_missing') : null),
      name: (name) => checkName(name, t),
      description: (description) => checkDescription(description, t),
    },
  });

  const submit = form.onSubmit(
    ({ type, ...values }) => {
      if (type === '' || create.isPending) return;
      create.mutate(
        { type, ...values },
        {
          onError: (error) => {
            for (const { path, message } of fieldIssues(error)) form.setFieldError(String(path[0]), message);
          },
        },
      );
    },
    (errors) => revealFirstError(form, errors),
  );

  return (
    <CreationDialog
      size={guide ? 'md' : 'lg'}
      title={titleOf(guide, t)}
      action={t('applications.create_button')}
      busy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {!guide && (
        <TypeChoice
          value={form.values.type}
          error={form.errors.type}
          onChange={(type) => form.setFieldValue('type', type)}
        />
      )}
      <TextInput
        label={t('applications.name')}
        withAsterisk
        dir="auto"
        autoComplete="off"
        {...form.getInputProps('name')}
        {...(guide && { 'data-autofocus': true })}
      />
      <Textarea
        label={t('applications.settings.description')}
        description={t('applications.create.description_hint')}
        rows={2}
        dir="auto"
        {...form.getInputProps('description')}
      />
    </CreationDialog>
  );
}
