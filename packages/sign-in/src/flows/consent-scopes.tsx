// What the application asks for, in groups: personal data, then the permissions of each API.
import type { ConsentRequest } from '@tessera/contract/consent';
import { wireNames } from '@tessera/contract/wire';
import { type TextKey, useApp } from '../app-context.ts';

type Resources = NonNullable<ConsentRequest['missingResourceScopes']>;

/** Personal data by the names that people know, in the words of the page's language. */
export const UserScopes = ({ scopes }: { scopes: readonly string[] }) => {
  const { t } = useApp();
  if (scopes.length === 0) return null;
  // Some scopes carry a prefix on the wire; people know them by their last part.
  const nameOf = (scope: string) => t(`user_scopes.${scope.slice(scope.lastIndexOf(':') + 1)}` as TextKey);
  return <Group title={t('description.consent_personal_data')} items={scopes.map((id) => [id, nameOf(id)])} />;
};

export const ResourceScopes = ({ resources }: { resources: Resources }) => {
  const { t, page } = useApp();
  const { organizationsResource } = wireNames(page.namespace);
  return resources.map(({ resource: { id, name }, scopes }) => (
    <Group
      key={id}
      title={t('description.consent_permissions', {
        name: id === organizationsResource ? t('description.consent_organization_permissions') : name,
      })}
      items={scopes.map((scope) => [scope.id, scope.description || scope.name])}
    />
  ));
};

const Group = ({ title, items }: { title: string; items: [id: string, text: string][] }) => (
  <section className="scopes">
    <h2>{title}</h2>
    <ul>
      {items.map(([id, text]) => (
        <li key={id}>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  </section>
);
