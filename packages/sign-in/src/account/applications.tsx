// Third-party applications with access to the account. An application can hold several grants, one per session.
import type { OwnGrant } from '@tessera/contract/account-sessions';
import { useState } from 'react';
import type { TextKey } from '../app-context.ts';
import { Notice } from '../kit/notice.tsx';
import { webLink } from '../leave.ts';
import { useAccount } from './account-context.ts';
import { useConfirm } from './confirm.tsx';
import { dayOf } from './device.ts';
import { Icon } from './icons.tsx';
import { OpenOrganizations, type Organization } from './open-organizations.tsx';
import { Card, Details, Info, Isolated, Row, Rows, SmallButton, Tile } from './parts.tsx';
import { Section, WhenLoaded } from './section.tsx';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';

type Connected = {
  id: string;
  name: string;
  logo: string | undefined;
  grants: OwnGrant[];
  /** User scopes by name; scopes of APIs by their description. */
  scopes: string[];
  permissions: string[];
  organizations: Organization[];
};

const implied = ['openid', 'offline_access'];

const connectedApps = (grants: OwnGrant[]): Connected[] => {
  const byApp = Map.groupBy(
    grants.filter(({ application }) => application.isThirdParty),
    ({ application }) => application.id,
  );
  return [...byApp].map(([id, own]) => {
    const { name, logoUrl } = own[0]?.application ?? {};
    const permissions = own.flatMap((grant) => grant.permissions);
    const ofApis = new Set([...implied, ...permissions.map((permission) => permission.name)]);
    const scopes = new Set(own.flatMap((grant) => grant.scopes).filter((scope) => !ofApis.has(scope)));
    const texts = new Set(permissions.map((permission) => permission.description || permission.name));
    return {
      ...{ id, name: name ?? id, logo: webLink(logoUrl), grants: own },
      ...{ scopes: [...scopes], permissions: [...texts], organizations: own[0]?.organizations ?? [] },
    };
  });
};

export const Applications = () => {
  const { api, say, t } = useAccount();
  const grants = useLoaded(async () => connectedApps(await api.list('/my-account/grants')));
  const { runVerified, busy, message } = useAction();
  const { confirm, dialog } = useConfirm();
  const revoke = async (app: Connected) => {
    const isSure = await confirm({
      title: t('account.app.remove_title', { name: app.name }),
      action: t('account.app.remove'),
      text: t('account.app.hint'),
    });
    if (!isSure) return;
    await runVerified(async (verificationId) => {
      const params = { applicationId: app.id };
      await api.call('DELETE', '/my-account/granted-applications/:applicationId', { params, verificationId });
      await grants.reload();
      say('account.app.removed');
    });
  };
  const close = async (app: Connected, organization: Organization) => {
    const isSure = await confirm({
      title: t('account.app.organization_remove_title', { organization: organization.name, name: app.name }),
      action: t('account.app.remove'),
      text: t('account.app.organization_remove_text'),
    });
    if (!isSure) return;
    await runVerified(async (verificationId) => {
      const path = '/my-account/granted-applications/:applicationId/organizations/:organizationId';
      const params = { applicationId: app.id, organizationId: organization.id };
      await api.call('DELETE', path, { params, verificationId });
      await grants.reload();
      say('account.app.organization_removed');
    });
  };
  return (
    <Section name="applications">
      <Notice message={message} />
      <WhenLoaded loaded={grants}>
        {(apps) =>
          apps.length === 0 ? (
            <Card>
              <p className="empty">{t('account.app.none')}</p>
            </Card>
          ) : (
            <>
              <Card>
                <Rows>
                  {apps.map((app, index) => (
                    <AppRow
                      key={app.id}
                      app={app}
                      isFirst={index === 0}
                      busy={busy}
                      onRevoke={() => void revoke(app)}
                      onClose={(organization) => void close(app, organization)}
                    />
                  ))}
                </Rows>
              </Card>
              <Info>{t('account.app.hint')}</Info>
            </>
          )
        }
      </WhenLoaded>
      {dialog}
    </Section>
  );
};

type RowProps = {
  app: Connected;
  isFirst: boolean;
  busy: boolean;
  onRevoke: () => void;
  onClose: (organization: Organization) => void;
};

const AppRow = ({ app, isFirst, busy, onRevoke, onClose }: RowProps) => {
  const { name, logo, grants, scopes, permissions, organizations } = app;
  const { language, t } = useAccount();
  const [isOpen, setOpen] = useState(isFirst);
  const since = Math.min(...grants.map(({ grantedAt }) => grantedAt));
  // Some scopes have a prefix on the wire; their texts use the last part.
  const userData = scopes.map((scope) => t(`user_scopes.${scope.slice(scope.lastIndexOf(':') + 1)}` as TextKey));
  const allowed = [...userData, ...permissions];
  return (
    <Row
      picture={logo ? <img className="app-logo" src={logo} alt="" /> : <Tile icon="apps" tone="muted" />}
      title={name}
      detail={
        <Details
          parts={[
            t('account.app.allowed', { date: dayOf(language, since) }),
            !isOpen && t('account.app.permissions', { count: allowed.length }),
          ]}
        />
      }
      action={
        <button
          type="button"
          className="icon-button"
          aria-expanded={isOpen}
          aria-label={t('account.app.details', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron" />
        </button>
      }
    >
      {isOpen && (
        <div className="app-details">
          <ul className="permissions">
            {allowed.map((text) => (
              <li key={text}>
                <Icon name="check" size={16} />
                <Isolated>{text}</Isolated>
              </li>
            ))}
          </ul>
          {organizations.length > 0 && (
            <OpenOrganizations organizations={organizations} busy={busy} onClose={onClose} />
          )}
          <SmallButton isDangerous busy={busy} onClick={onRevoke}>
            {t('account.app.remove')}
            <span className="hidden"> {name}</span>
          </SmallButton>
        </div>
      )}
    </Row>
  );
};
