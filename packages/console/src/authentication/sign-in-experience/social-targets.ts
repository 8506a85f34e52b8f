// Social connectors by target; several can share one.
import { matchLanguage } from '@tessera/phrases/languages';
import { useTranslation } from 'react-i18next';
import { useThemedLogo } from '../../kit/use-themed-logo.ts';
import { useExperience } from './experience-context.ts';
import type { Connector } from './query.ts';

export type SocialTarget = { target: string; logo: string; platforms: NonNullable<Connector['platform']>[] };

const byTarget = (connectors: readonly Connector[], logoOf: (connector: Connector) => string): SocialTarget[] =>
  [
    ...Map.groupBy(
      connectors.filter(({ type }) => type === 'Social'),
      ({ target }) => target,
    ),
  ].map(([target, group]) => ({
    target,
    logo: group[0] ? logoOf(group[0]) : '',
    platforms: group.flatMap(({ platform }) => platform ?? []),
  }));

const nameIn = (texts: Readonly<Record<string, string>>, language: string): string | undefined =>
  texts[matchLanguage([language, 'en'], Object.keys(texts)) ?? 'en'];

export function useSocialTargets() {
  const { i18n } = useTranslation();
  const { connectors } = useExperience();
  const logoOf = useThemedLogo();
  const nameOf = (target: string): string => {
    const found = connectors.find((connector) => connector.type === 'Social' && connector.target === target);
    return (found && nameIn({ ...found.name, ...found.metadata.name }, i18n.language)) ?? target;
  };
  return { known: byTarget(connectors, logoOf), nameOf };
}
