// What all blocks of an open guide share: the application and its values, and what the reader has chosen.
import type { Application } from '@tessera/contract/applications';
import { createContext, use } from 'react';
import type { Versioned } from '../app/api.ts';
import type { Values } from './values.ts';

export const packageManagers = ['npm', 'pnpm', 'yarn'] as const;
export type PackageManager = (typeof packageManagers)[number];

export type Reading = {
  /** None in the guide of an API. */
  application?: Versioned<Application>;
  /** What is copied. */
  values: Values;
  /** What is on the screen: the secret is hidden until somebody wants to see it. */
  shown: Values;
  hasSecret: boolean;
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
