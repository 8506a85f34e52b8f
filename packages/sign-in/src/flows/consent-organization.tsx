// The organization that the application gets access to.
import { IconSelector } from '@tabler/icons-react';
import type { ConsentRequest } from '@tessera/contract/consent';
import { useId } from 'react';
import { useApp } from '../app-context.ts';

type Props = {
  organizations: NonNullable<ConsentRequest['organizations']>;
  value: string;
  onChange: (id: string) => void;
};

export const OrganizationChoice = ({ organizations, value, onChange }: Props) => {
  const { t } = useApp();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('description.consent_organization')}</label>
      <div className="select-arrow">
        <select
          id={id}
          className="select"
          value={value}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {organizations.map((organization) => (
            <option key={organization.id} value={organization.id}>
              {organization.name}
            </option>
          ))}
        </select>
        <IconSelector size={18} stroke={1.75} aria-hidden />
      </div>
      <p id={`${id}-note`} className="note">
        {t('description.consent_organization_hint')}
      </p>
    </div>
  );
};
