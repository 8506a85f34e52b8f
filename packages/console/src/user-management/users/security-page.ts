// The page of a list of the Security tab, which is in the URL.
import { getRouteApi } from '@tanstack/react-router';
import type { SecuritySearch } from './security-search.ts';

const route = getRouteApi('/signed-in/layout/users/$id/security');

export const useSecurityPage = (list: keyof SecuritySearch): number => route.useSearch()[list] ?? 1;
