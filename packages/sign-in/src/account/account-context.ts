// The context of the account pages: the account, its API, texts and verification.
import type { OwnAccount } from '@tessera/contract/account';
import type { AccountField, PublicAccountCenter, ReturnAddress } from '@tessera/contract/account-center';
import type english from '@tessera/phrases/en/account.json';
import type { PhraseKey, PhraseValues } from '@tessera/phrases/translate';
import { createContext, useContext } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import type { AccountApi } from './account-api.ts';
import type { SocialTrip } from './account-store.ts';

export type AccountKey = TextKey | `account.${PhraseKey<typeof english>}`;
export type AccountTranslate = (key: AccountKey, values?: PhraseValues) => string;

export type AccountState = {
  api: AccountApi;
  t: AccountTranslate;
  center: PublicAccountCenter;
  account: OwnAccount;
  /** Reads the account again after a change. */
  reload: () => Promise<void>;
  returnTo: ReturnAddress | undefined;
  /** Announces a result. */
  say: (key: AccountKey) => void;
  /** Asks for proof of identity if there is none; `undefined` if the user cancels. */
  verify: () => Promise<string | undefined>;
  forgetVerification: () => void;
  /** The token is no longer accepted. */
  endSession: () => void;
  signOut: () => Promise<void>;
  /** Leaves for a social provider. */
  travel: (trip: SocialTrip, address: string) => Promise<void>;
  /** The finished trip to a social provider, returned once. */
  takeTrip: (purpose: SocialTrip['purpose']) => SocialTrip | undefined;
};

export const AccountContext = createContext<AccountState | undefined>(undefined);

export const useAccount = () => {
  const state = useContext(AccountContext);
  if (!state) throw new Error('Rendered outside the account pages');
  const { language, theme, settings, page, path, go } = useApp();
  return { ...state, language, theme, settings, page, path, go };
};

export const isVisible = ({ fields }: PublicAccountCenter, field: AccountField) => (fields[field] ?? 'Off') !== 'Off';
export const isEditable = ({ fields }: PublicAccountCenter, field: AccountField) => fields[field] === 'Edit';
