// State of the form: editing, saving and restoring a template.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { nativeName } from '@tessera/phrases/language-tags';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import {
  readTemplate,
  refreshTemplates,
  removeTemplate,
  saveTemplate,
  type Template,
  type TemplateKey,
  templateQuery,
} from './query.ts';
import { parseTemplateSearch } from './template-search.ts';
import { checkValues, detailsOf, type TemplateValues, valuesOf } from './template-values.ts';

export const keyOf = ({ channel, templateType, languageTag }: Template): TemplateKey => ({
  ...{ channel, templateType, languageTag },
});

export function useTemplateForm(template: Versioned<Template>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const key = keyOf(template);
  const { queryKey } = templateQuery(api, key);
  return useDetailsForm<Template, TemplateValues>({
    entity: template,
    valuesOf,
    validate: (values) => checkValues(key.channel, values, t),
    // Each template has a draft of its own, which survives switching between them.
    within: `/connectors/templates/${Object.values(key).join('/')}`,
    read: () => readTemplate(api, key),
    write: async (base, values) => {
      const saved = await saveTemplate(api, key, detailsOf(key.channel, values), base.etag);
      void refreshTemplates(queryClient, queryKey);
      return saved;
    },
    onNewVersion: (saved) => void queryClient.setQueryData(queryKey, saved),
  });
}

type Rest = {
  /** A language without a default goes. */
  hasDefault: boolean;
  /** False if another language or the connector may have a template that is used before the default. */
  isDefaultNext: boolean;
};

/** Restores the default after a confirmation. */
export function useReset(template: Template, { hasDefault, isDefaultNext }: Rest, discard: () => void) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  const { channel, templateType: type, languageTag, isCustomized } = template;
  const leave = () => navigate({ to: '/connectors/templates', search: parseTemplateSearch({ channel, type }) });
  const remove = useMutation({
    mutationFn: () => removeTemplate(api, keyOf(template)),
    onSuccess: async () => {
      discard();
      await refreshTemplates(queryClient);
      toast(t(hasDefault ? 'message-templates.reset.done' : 'message-templates.remove.done'));
      if (!hasDefault) await leave();
    },
  });
  const name = `${t(`mailbox.channels.${channel}`)}: ${t(`mailbox.kinds.${type}`)}`;
  const kind = hasDefault ? 'reset' : 'remove';
  const textName = !hasDefault ? 'remove.text' : isDefaultNext ? 'reset.text' : 'reset.text_fallback';
  const language = nativeName(languageTag);
  return {
    isPending: remove.isPending,
    start: async () => {
      const agreed = await confirm({
        title: t(`message-templates.${kind}.title`, { name, language }),
        text: t(`message-templates.${textName}`, { language }),
        confirmLabel: t(`message-templates.${kind}.action`),
        danger: true,
      });
      if (!agreed) return;
      if (isCustomized) return remove.mutate();
      discard();
      if (!hasDefault) await leave();
    },
  };
}
