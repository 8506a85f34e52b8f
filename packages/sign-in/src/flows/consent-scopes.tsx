// The requested permissions in groups: user data, then each API.
import {
  IconAddressBook,
  IconBriefcase,
  IconBuilding,
  IconDatabase,
  IconEye,
  IconHome,
  IconLink,
  IconMail,
  IconPencil,
  IconPhone,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ConsentRequest } from '@tessera/contract/consent';
import { wireNames } from '@tessera/contract/wire';
import type { ReactNode } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import { RichText } from '../kit/rich-text.tsx';

type Resources = NonNullable<ConsentRequest['missingResourceScopes']>;

const userIcons: Record<string, TablerIcon> = {
  profile: IconUser,
  email: IconMail,
  phone: IconPhone,
  address: IconHome,
  custom_data: IconDatabase,
  identities: IconLink,
  roles: IconBriefcase,
  organizations: IconBuilding,
  organization_roles: IconBriefcase,
};

// Some scopes have a prefix on the wire; their phrases use the last part.
const lastPart = (scope: string) => scope.slice(scope.lastIndexOf(':') + 1);

/** User scopes with localized names. */
export const UserScopes = ({ name, scopes }: { name: string; scopes: readonly string[] }) => {
  const { t } = useApp();
  if (scopes.length === 0) return null;
  return (
    <Group
      title={t('description.consent_personal_data', { name })}
      items={scopes.map((scope) => ({
        id: scope,
        text: t(`user_scopes.${lastPart(scope)}` as TextKey),
        icon: userIcons[lastPart(scope)] ?? IconAddressBook,
      }))}
    />
  );
};

/** One group for each API, though permissions are held in several organizations. */
export const merged = (resources: Resources): Resources =>
  [...Map.groupBy(resources, ({ resource }) => resource.id).values()].flatMap((groups) => {
    const [first] = groups;
    const scopes = new Map(groups.flatMap((group) => group.scopes.map((scope) => [scope.id, scope] as const)));
    return first ? [{ resource: first.resource, scopes: [...scopes.values()] }] : [];
  });

const isReading = (scope: string) => /^(read|view|list|get)\b/i.test(scope);

export const ResourceScopes = ({ name, resources }: { name: string; resources: Resources }) => {
  const { t, page } = useApp();
  const { organizationsResource } = wireNames(page.namespace);
  return resources.map(({ resource, scopes }) => {
    const of =
      resource.id === organizationsResource ? t('description.consent_organization_permissions') : resource.name;
    return (
      <Group
        key={resource.id}
        title={
          <RichText text="description.consent_permissions" values={{ resource: <b key="resource">{of}</b>, name }} />
        }
        items={scopes.map((scope) => ({
          id: scope.id,
          text: scope.description || scope.name,
          icon: isReading(scope.name) ? IconEye : IconPencil,
        }))}
      />
    );
  });
};

const Group = ({ title, items }: { title: ReactNode; items: { id: string; text: string; icon: TablerIcon }[] }) => (
  <section>
    <h2>{title}</h2>
    <ul>
      {items.map(({ id, text, icon: Icon }) => (
        <li key={id}>
          <Icon size={18} stroke={1.75} aria-hidden />
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  </section>
);
