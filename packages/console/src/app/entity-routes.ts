// Routes that entities with a list, a creation dialog and details with tabs have in common.
import { type AnyRoute, createRoute, notFound, type RouteComponent, redirect } from '@tanstack/react-router';
import { layoutRoute } from './branches.tsx';
import type { FeaturePhrases } from './feature-phrases.ts';
import type { Services } from './services.tsx';

/** The list of a tenant's entities; there are none where no tenant is chosen. */
export const createListRoute = <const Path extends string, Search extends object>(options: {
  path: Path;
  parseSearch: (search: Record<string, unknown>) => Search;
  phrases: readonly (keyof FeaturePhrases)[];
  /** Runs in parallel with loading the code of the page, which handles the results. */
  prefetch: (services: Services, search: Search, pathname: string) => void;
  component: RouteComponent;
}) =>
  createRoute({
    getParentRoute: () => layoutRoute,
    path: options.path,
    validateSearch: options.parseSearch,
    beforeLoad: ({ context: { settings, texts } }) => {
      if (settings.tenantId === '') throw notFound();
      return texts.open(...options.phrases);
    },
    loaderDeps: ({ search }) => search as unknown as Search,
    loader: ({ context, deps, location }) => options.prefetch(context, deps, location.pathname),
    component: options.component,
  });

/** A dialog over the list. */
export const createCreationRoute = <List extends AnyRoute>(list: List, component: RouteComponent) =>
  createRoute({ getParentRoute: () => list, path: '/create', component });

/** Leads from the details to their first tab and keeps the search, which may open a guide. */
export const createFirstTabRoute = <Details extends AnyRoute>(details: Details, tab: `/${string}`) =>
  createRoute({
    getParentRoute: () => details,
    path: '/',
    beforeLoad: ({ location: { pathname } }) => {
      const to: string = `${pathname.replace(/\/$/, '')}${tab}`;
      throw redirect({ to, search: true, replace: true });
    },
  });
