// The ways to ask somebody, as far as the operator has set them.
import type { Help } from '../app/settings.ts';

const kinds = ['chat', 'issues', 'email', 'meeting'] as const;

export const contactsOf = (help: Help) =>
  kinds.flatMap((kind) => {
    const value = help[kind];
    return value === undefined ? [] : [{ kind, address: kind === 'email' ? `mailto:${value}` : value }];
  });
