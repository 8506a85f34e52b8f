// State shared by all blocks of an open guide: the application, its values and the reader's choices.
import type { Application } from '@tessera/contract/applications';
import type { Resource } from '@tessera/contract/resources';
import { createContext, use } from 'react';
import type { Versioned } from '../../app/api.ts';
import type { Values } from './values.ts';

export const packageManagers = ['npm', 'pnpm', 'yarn'] as const;
export type PackageManager = (typeof packageManagers)[number];

export type Reading = {
  /** Missing in API guides. */
  application?: Versioned<Application>;
  /** Only in API guides. */
  resource?: Resource;
  /** Values as displayed: the secret is masked until revealed. */
  shown: Values;
  /** Fetches the secret for copying. Undefined if the application has no valid secret. */
  readSecret: (() => Promise<string>) | undefined;
  secretShown: boolean;
  toggleSecret: () => void;
  packageManager: PackageManager;
  setPackageManager: (manager: PackageManager) => void;
};

const ReadingContext = createContext<Reading | undefined>(undefined);
export const ReadingProvider = ReadingContext.Provider;

export function useReading(): Reading {
  const reading = use(ReadingContext);
  if (!reading) throw new Error('Blocks are shown inside a guide only.');
  return reading;
}
