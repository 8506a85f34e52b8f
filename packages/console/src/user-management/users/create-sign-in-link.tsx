// Creates a link that signs a user in once, and shows it once.
import { Button, Input, NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { CopyField } from '../../kit/copy-field.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { listQuery } from '../../kit/list-search.ts';
import { RemoteChoice, type RemoteOption, useKeyword } from '../../kit/remote-choice.tsx';
import { accountCenterQuery } from '../account-center/query.ts';
import classes from './details.module.css';
import { signInLinksKey } from './query.ts';

/** In seconds. */
const lifetimes = ['600', '3600', '86400', '604800'] as const;
type Lifetime = (typeof lifetimes)[number];

const isWeb = ({ type }: { type: string }) => type === 'SPA' || type === 'Traditional';

function Destination({
  value,
  error,
  hasAccount,
  onChange,
}: {
  value: RemoteOption | undefined;
  error: string | undefined;
  hasAccount: boolean;
  onChange: (value: RemoteOption | undefined) => void;
}) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { keyword, setTyped } = useKeyword(value?.label);
  const { data } = useQuery({
    ...api.management.listQuery('/applications', { query: listQuery(keyword === '' ? {} : { keyword }) }),
    placeholderData: keepPreviousData,
  });
  const found = data?.items.filter(isWeb).map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <Input.Wrapper
      mt="md"
      label={t('users.sign_in_links.destination')}
      labelElement="div"
      descriptionProps={{ mb: 6 }}
      description={t(`users.sign_in_links.${hasAccount ? 'destination_hint' : 'destination_required'}`)}
      error={error}
    >
      <RemoteChoice
        label={t('users.sign_in_links.destination')}
        placeholder={t(`users.sign_in_links.${hasAccount ? 'account' : 'choose_application'}`)}
        chosen={value}
        found={found}
        onType={setTyped}
        onChange={(id) => onChange(found.find((option) => option.value === id))}
      />
    </Input.Wrapper>
  );
}

type Props = { email: string; onClose: () => void };

export function CreateSignInLink({ email, onClose }: Props) {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const queryClient = useQueryClient();
  const { data: center } = useQuery(accountCenterQuery(api));
  const hasAccount = center?.enabled ?? true;
  const [lifetime, setLifetime] = useState<Lifetime>('3600');
  const [application, setApplication] = useState<RemoteOption>();
  const [problem, setProblem] = useState<string>();
  const create = useMutation({
    mutationFn: async () => {
      const body = { email, expiresIn: Number(lifetime) };
      const { token } = await api.management.post('/one-time-tokens', { body });
      const query = application ? `?${new URLSearchParams({ app_id: application.value })}` : '';
      // In the fragment, so that it is in no log and no referrer.
      return `${settings.tenantEndpoint}/account/link${query}#${new URLSearchParams({ email, token })}`;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: signInLinksKey }),
  });
  if (create.data !== undefined) return <NewLink link={create.data} onClose={onClose} />;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isMissing = !hasAccount && !application;
    setProblem(isMissing ? t('users.sign_in_links.choose_application') : undefined);
    if (!isMissing && !create.isPending) create.mutate();
  };
  return (
    <Dialog onClose={onClose} title={t('users.sign_in_links.create_title')}>
      <form onSubmit={submit} noValidate>
        <p className={classes.text}>{t('users.sign_in_links.create_text', { email })}</p>
        <NativeSelect
          mt="md"
          label={t('users.sign_in_links.lifetime')}
          rightSection={<IconChevronDown size={16} />}
          value={lifetime}
          onChange={(event) => setLifetime(event.currentTarget.value as Lifetime)}
          data={lifetimes.map((value) => ({ value, label: t(`users.sign_in_links.lifetimes.${value}`) }))}
          data-autofocus
        />
        <Destination
          value={application}
          error={problem}
          hasAccount={hasAccount}
          onChange={(chosen) => {
            setApplication(chosen);
            setProblem(undefined);
          }}
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={create.isPending}>
            {t('users.sign_in_links.create')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}

function NewLink({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      onClose={onClose}
      title={t('users.sign_in_links.created_title')}
      // A click outside must not lose a value that cannot be shown again.
      closeOnClickOutside={false}
    >
      <CopyField
        label={t('users.sign_in_links.link')}
        description={t('users.sign_in_links.created_text')}
        value={link}
        secret
      />
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('users.credentials.done')}
        </Button>
      </div>
    </Dialog>
  );
}
