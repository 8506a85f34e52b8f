// Request a missing guide: a form in cloud, otherwise the operator's support link.
import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';

export function GuideRequest() {
  const { t } = useTranslation();
  const { settings } = useServices();
  const [asking, dialog] = useDisclosure();
  const { issues } = settings.help;
  if (settings.capabilities.hasGuideRequests) {
    return (
      <>
        <Button variant="subtle" onClick={dialog.open}>
          {t('guides.request.button')}
        </Button>
        {asking && <RequestDialog onClose={dialog.close} />}
      </>
    );
  }
  if (issues === undefined) return null;
  return (
    <Button variant="subtle" component="a" href={issues} target="_blank" rel="noopener">
      {t('guides.request.button')}
      <span className="visually-hidden"> ({t('general.new_tab')})</span>
    </Button>
  );
}

const key = 'guideRequests';

function RequestDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [text, setText] = useState('');
  const send = useMutation({
    // The server merges only the top level, so send the whole list. Refetch first: it may have changed elsewhere.
    mutationFn: async (wish: string) => {
      const { [key]: earlier } = await queryClient.fetchQuery({ ...api.me.query('/custom-data'), staleTime: 0 });
      return api.me.patch('/custom-data', { body: { [key]: [...(Array.isArray(earlier) ? earlier : []), wish] } });
    },
    onSuccess: (data) => {
      queryClient.setQueryData(api.me.query('/custom-data').queryKey, data);
      toast(t('guides.request.thanks'));
      onClose();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!send.isPending) send.mutate(text.trim());
  };
  return (
    <Dialog onClose={onClose} title={t('guides.request.button')}>
      <form onSubmit={submit}>
        <TextInput
          label={t('guides.request.label')}
          description={t('guides.request.hint')}
          dir="auto"
          autoComplete="off"
          maxLength={256}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={send.isPending} disabled={text.trim() === ''}>
            {t('guides.request.send')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
