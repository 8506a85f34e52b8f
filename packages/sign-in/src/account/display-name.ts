// The name of an account in headings and initials.
import type { OwnAccount } from '@tessera/contract/account';

export const displayNameOf = ({ name, username, primaryEmail, primaryPhone }: OwnAccount): string =>
  name || username || primaryEmail || (primaryPhone ? `+${primaryPhone}` : '');
