// Steps of the checklist, completed by what the tenant and the account actually contain.
import { useQuery } from '@tanstack/react-query';
import type { dashboard } from '@tessera/contract/dashboard';
import type { Answer } from '@tessera/contract/kit';
import type { Api } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';

type Setup = Answer<(typeof dashboard)['operations']['setup']>;
export type StepName = 'application' | 'sign_in' | 'branding' | 'methods' | 'mfa' | 'api' | 'email';
export type ChecklistStep = { name: StepName; isDone: boolean; detail?: string | undefined };
export type Checklist = { steps: ChecklistStep[]; application: Setup['application'] };

const pollInterval = 3000;

/** Reads until the first sign-in, but not while the page is hidden. */
const setupQuery = (api: Api) => ({
  ...api.management.query('/dashboard/setup'),
  refetchInterval: ({ state }: { state: { data?: Setup | undefined } }) =>
    state.data?.hasSignIn ? (false as const) : pollInterval,
  meta: { panel: true },
});

export function useChecklist() {
  const { api } = useServices();
  const setup = useQuery(setupQuery(api));
  const account = useQuery({ ...api.me.query(''), meta: { panel: true } });
  const parts = [setup, account];
  const retry = () => {
    for (const part of parts) if (part.error) void part.refetch();
  };
  if (!setup.data || !account.data) {
    return { checklist: undefined, error: parts.find(({ error }) => error)?.error ?? null, retry };
  }
  const { application, hasSignIn, hasBranding, hasSignInMethods, hasMfa, hasApi } = setup.data;
  const { primaryEmail } = account.data;
  const steps: ChecklistStep[] = [
    { name: 'application', isDone: application !== null, detail: application?.name },
    { name: 'sign_in', isDone: hasSignIn },
    { name: 'branding', isDone: hasBranding },
    { name: 'methods', isDone: hasSignInMethods },
    { name: 'mfa', isDone: hasMfa },
    { name: 'api', isDone: hasApi },
    { name: 'email', isDone: primaryEmail !== null, detail: primaryEmail ?? undefined },
  ];
  const checklist: Checklist = { steps, application };
  return { checklist, error: null, retry };
}
