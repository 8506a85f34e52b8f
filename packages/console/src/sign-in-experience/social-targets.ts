// The social connectors by what they lead to: several of them may lead to the same.
import { matchLanguage } from '@tessera/phrases/languages';
import { useTranslation } from 'react-i18next';
import { type Connector, useExperience } from './experience-context.ts';

export type SocialTarget = { target: string; logo: string; platforms: NonNullable<Connector['platform']>[] };

const byTarget = (connectors: readonly Connector[]): SocialTarget[] =>
  [
    ...Map.groupBy(
      connectors.filter(({ type }) => type === 'Social'),
      ({ target }) => target,
    ),
  ].map(([target, group]) => ({
    target,
    logo: group[0]?.metadata.logo ?? group[0]?.logo ?? '',
    platforms: group.flatMap(({ platform }) => platform ?? []),
  }));

const nameIn = (texts: Readonly<Record<string, string>>, language: string): string | undefined =>
  texts[matchLanguage([language, 'en'], Object.keys(texts)) ?? 'en'];

export function useSocialTargets() {
  const { i18n } = useTranslation();
  const { connectors } = useExperience();
  const nameOf = (target: string): string => {
    const found = connectors.find((connector) => connector.type === 'Social' && connector.target === target);
    return (found && nameIn({ ...found.name, ...found.metadata.name }, i18n.language)) ?? target;
  };
  return { known: byTarget(connectors), nameOf };
}
