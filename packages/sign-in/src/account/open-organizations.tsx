// The user's organizations that an application can access, each with a button that ends its access.
import type { OwnGrant } from '@tessera/contract/account-sessions';
import { useId } from 'react';
import { useAccount } from './account-context.ts';
import { Icon } from './icons.tsx';
import { Isolated } from './parts.tsx';

export type Organization = OwnGrant['organizations'][number];

type OpenProps = { organizations: Organization[]; busy: boolean; onClose: (organization: Organization) => void };

export const OpenOrganizations = ({ organizations, busy, onClose }: OpenProps) => {
  const { t } = useAccount();
  const heading = useId();
  return (
    <section className="open-organizations" aria-labelledby={heading}>
      <h2 id={heading}>{t('account.app.organizations')}</h2>
      <ul>
        {organizations.map((organization) => (
          <li key={organization.id}>
            <Isolated>{organization.name}</Isolated>
            <button
              type="button"
              className="icon-button"
              aria-disabled={busy}
              aria-label={t('account.app.organization_remove', { organization: organization.name })}
              onClick={() => busy || onClose(organization)}
            >
              <Icon name="trash" size={16} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
