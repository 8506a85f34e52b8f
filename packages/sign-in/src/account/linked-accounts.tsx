// Accounts at social providers and enterprise SSO connectors that sign the user in.
import type { OwnAccount } from '@tessera/contract/account';
import { useEffect } from 'react';
import { Notice } from '../kit/notice.tsx';
import { nameOf, socialConnectors, socialLogo, ssoLogo } from '../social-connectors.ts';
import { isEditable, useAccount } from './account-context.ts';
import { useConfirm } from './confirm.tsx';
import { Breakable, Card, Row, Rows, SmallButton, Tag, Tile } from './parts.tsx';
import { Section } from './section.tsx';
import { useSocialTrip } from './social-trip.ts';
import { useAction } from './use-action.ts';

type Provider = { target: string; name: string; logo: string | undefined; connectorId: string | undefined };
type Details = { email?: string; name?: string; id?: string };

/** What the account is called at the provider. */
const accountName = (identity: unknown): string => {
  const { userId = '', details = {} } = (identity ?? {}) as { userId?: string; details?: Details };
  return details.email || details.name || userId;
};

/** The offered providers, and linked ones that are offered no longer. */
const useProviders = (identities: NonNullable<OwnAccount['identities']>): Provider[] => {
  const { settings, theme, language } = useAccount();
  const offered = socialConnectors(settings).map((connector) => ({
    target: connector.target,
    name: nameOf(connector, language),
    logo: socialLogo(connector, theme),
    connectorId: connector.id,
  }));
  const others = Object.keys(identities).filter((target) => !offered.some((one) => one.target === target));
  return [...offered, ...others.map((target) => ({ target, name: target, logo: undefined, connectorId: undefined }))];
};

export const LinkedAccounts = () => {
  const { account, api, center, reload, say, takeTrip, t } = useAccount();
  const { identities = {}, ssoIdentities = [] } = account;
  const providers = useProviders(identities);
  const { run, runVerified, busy, message, tell } = useAction();
  const { leaveFor } = useSocialTrip();
  const { confirm, dialog } = useConfirm();

  // Back from the provider.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    const trip = takeTrip('link');
    if (!trip?.answer) return;
    const { recordId, answer, verificationId = '' } = trip;
    if (answer.error) return tell('account.linked.failed');
    void run(
      async () => {
        const body = { verificationRecordId: recordId, connectorData: answer };
        await api.call('POST', '/verifications/social/verify', { body });
        await api.call('POST', '/my-account/identities', {
          body: { newIdentifierVerificationRecordId: recordId },
          verificationId,
        });
        await reload();
        say('account.linked.done');
      },
      { 'verification_record.permission_denied': () => tell('account.linked.expired') },
    );
  }, []);

  const link = (connectorId: string) =>
    void runVerified((verificationId) => leaveFor(connectorId, 'link', verificationId));
  const unlink = async ({ target, name }: Provider) => {
    const isSure = await confirm({
      title: t('account.linked.unlink_title', { name }),
      action: t('account.linked.unlink'),
      text: t('account.linked.unlink_text', { name }),
    });
    if (!isSure) return;
    await runVerified(async (verificationId) => {
      await api.call('DELETE', '/my-account/identities/:target', { params: { target }, verificationId });
      await reload();
      say('account.linked.undone');
    });
  };
  const canEdit = isEditable(center, 'social');
  return (
    <Section name="linked-accounts">
      <Notice message={message} />
      {providers.length === 0 && ssoIdentities.length === 0 && (
        <Card>
          <p className="empty">{t('account.linked.none')}</p>
        </Card>
      )}
      {providers.length > 0 && (
        <Card>
          <Rows>
            {providers.map((provider) => (
              <ProviderRow
                key={provider.target}
                provider={provider}
                identity={identities[provider.target]}
                busy={busy}
                onLink={canEdit ? link : undefined}
                onUnlink={canEdit ? () => void unlink(provider) : undefined}
              />
            ))}
          </Rows>
        </Card>
      )}
      {ssoIdentities.length > 0 && <CompanyCard identities={ssoIdentities} />}
      {dialog}
    </Section>
  );
};

type RowProps = {
  provider: Provider;
  identity: unknown;
  busy: boolean;
  onLink: ((connectorId: string) => void) | undefined;
  onUnlink: (() => void) | undefined;
};

const ProviderRow = ({ provider: { name, logo, connectorId }, identity, busy, onLink, onUnlink }: RowProps) => {
  const { t } = useAccount();
  const isLinked = identity !== undefined;
  return (
    <Row
      picture={logo ? <img className="provider-logo" src={logo} alt="" /> : <Tile icon="link" tone="muted" />}
      title={name}
      detail={isLinked ? <Breakable text={accountName(identity)} /> : t('account.linked.not_linked')}
      action={
        isLinked
          ? onUnlink && (
              <SmallButton busy={busy} onClick={onUnlink}>
                {t('account.linked.unlink')}
                <span className="hidden"> {name}</span>
              </SmallButton>
            )
          : connectorId &&
            onLink && (
              <SmallButton icon="plus" busy={busy} onClick={() => onLink(connectorId)}>
                {t('account.linked.link')}
                <span className="hidden"> {name}</span>
              </SmallButton>
            )
      }
    />
  );
};

const CompanyCard = ({ identities }: { identities: NonNullable<OwnAccount['ssoIdentities']> }) => {
  const { settings, theme, t } = useAccount();
  return (
    <Card title={t('elsewhere.sso_title')} text={t('account.linked.sso_text')}>
      <Rows>
        {identities.map(({ id, ssoConnectorId, identityId, issuer, detail }) => {
          const connector = settings.ssoConnectors.find((one) => one.id === ssoConnectorId);
          const logo = connector && ssoLogo(connector, theme);
          const { email } = detail as { email?: unknown };
          return (
            <Row
              key={id}
              picture={logo ? <img className="provider-logo" src={logo} alt="" /> : <Tile icon="building" />}
              title={connector?.connectorName ?? issuer}
              detail={<Breakable text={typeof email === 'string' ? email : identityId} />}
              action={<Tag tone="muted">{t('account.linked.managed')}</Tag>}
            />
          );
        })}
      </Rows>
    </Card>
  );
};
