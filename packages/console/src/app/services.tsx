// Services created once at startup and passed down by context: settings, session, texts, API callers, query cache,
// history.
import type { QueryClient } from '@tanstack/react-query';
import type { RouterHistory } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { Api } from './api.ts';
import type { Drafts } from './drafts.ts';
import type { Texts } from './language.ts';
import type { Problems } from './problems.ts';
import type { Release } from './release.ts';
import type { Session } from './session.ts';
import type { Settings } from './settings.ts';

export type Services = {
  settings: Settings;
  session: Session;
  texts: Texts;
  api: Api;
  problems: Problems;
  queryClient: QueryClient;
  history: RouterHistory;
  drafts: Drafts;
  release: Release;
};

const ServicesContext = createContext<Services | undefined>(undefined);
export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error('Services are handed down by the boot code only.');
  return services;
}
