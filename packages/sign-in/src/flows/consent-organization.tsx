// The organizations of the user that the application can access: those of earlier consents, and one more.
import { IconSelector } from '@tabler/icons-react';
import type { ConsentRequest } from '@tessera/contract/consent';
import { useId } from 'react';
import { useApp } from '../app-context.ts';
import { RichText } from '../kit/rich-text.tsx';

type Organizations = NonNullable<ConsentRequest['organizations']>;
type Props = {
  organizations: Organizations;
  /** Empty: none. */
  value: string;
  onChange: (id: string) => void;
};

/** Sharing the first is suggested, unless the application can access some already. */
export const suggestedOrganization = (organizations: Organizations): string =>
  organizations.some(({ isOpen }) => isOpen) ? '' : (organizations[0]?.id ?? '');

export const OrganizationChoice = ({ organizations, value, onChange }: Props) => {
  const { t } = useApp();
  const id = useId();
  const open = organizations.filter(({ isOpen }) => isOpen);
  const hasHint = open.length === 0 && value !== '';
  const others = organizations.filter(({ isOpen }) => !isOpen);
  return (
    <>
      {open.length > 0 && <OpenOrganizations names={open.map(({ name }) => name)} />}
      {others.length > 0 && (
        <div className="field">
          <label htmlFor={id}>{t('description.consent_organization')}</label>
          <div className="select-arrow">
            <select
              id={id}
              className="select"
              value={value}
              aria-describedby={hasHint ? `${id}-note` : undefined}
              onChange={(event) => onChange(event.currentTarget.value)}
            >
              {others.map((organization) => (
                <option key={organization.id} value={organization.id}>
                  {organization.name}
                </option>
              ))}
              <option value="">
                {t(
                  open.length > 0 ? 'description.consent_no_more_organizations' : 'description.consent_no_organization',
                )}
              </option>
            </select>
            <IconSelector size={18} stroke={1.75} aria-hidden />
          </div>
          {hasHint && (
            <p id={`${id}-note`} className="note">
              {t('description.consent_organization_hint')}
            </p>
          )}
        </div>
      )}
    </>
  );
};

const OpenOrganizations = ({ names }: { names: string[] }) => {
  const { language } = useApp();
  const parts = new Intl.ListFormat(language).formatToParts(names);
  const list = parts.map(({ type, value }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
    type === 'element' ? <bdi key={at}>{value}</bdi> : value,
  );
  return (
    <p className="prose">
      <RichText
        text="description.consent_open_organizations"
        values={{ organizations: <span key="list">{list}</span> }}
      />
    </p>
  );
};
