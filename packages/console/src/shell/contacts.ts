// The documentation, the release notes, and support channels set by the operator.
import type { Settings } from '../app/settings.ts';

const kinds = ['docs', 'releases', 'chat', 'issues', 'email', 'meeting'] as const;

export const contactsOf = ({ help, releases }: Pick<Settings, 'help' | 'releases'>) =>
  kinds.flatMap((kind) => {
    const value = kind === 'releases' ? releases.page : help[kind];
    return value === undefined ? [] : [{ kind, address: kind === 'email' ? `mailto:${value}` : value }];
  });
