// Warns before users lose their stored tokens of a provider: with a connector's deletion, when token storage is turned
// off, and when the tokens would be sent elsewhere.
import { useQueryClient } from '@tanstack/react-query';
import { isOtherDestination } from '@tessera/contract/token-destination';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Api } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import classes from './connectors.module.css';

type Owner = { connectorId: string } | { ssoConnectorId: string };

const read = (api: Api, owner: Owner, options: { signal: AbortSignal }) =>
  'connectorId' in owner
    ? api.management.get('/connectors/:id/usage', { params: { id: owner.connectorId } }, options)
    : api.management.get('/sso-connectors/:id/usage', { params: { id: owner.ssoConnectorId } }, options);

/** Counting is best effort and must not block anything. */
export const usageQuery = (api: Api, owner: Owner) => ({
  queryKey: ['connector-usage', owner],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(api, owner, { signal }),
  ...{ staleTime: 0, gcTime: 0, meta: { silent: true } },
});

/** `usage` counts up to this number. */
const countedUsers = 10_000;

/** A sentence with a number of users; empty for none. */
export function useUsersText() {
  const { t, i18n } = useTranslation();
  return (name: 'users' | 'tokens', count: number): string =>
    count === 0
      ? ''
      : t(`connectors.loss.${name}${count < countedUsers ? '' : '_capped'}`, {
          count,
          number: new Intl.NumberFormat(i18n.language).format(count),
        });
}

type Loss = 'turned_off' | 'moved';
type Kept = { keepsTokens: boolean; config: object };

/** What a save does to stored tokens, as the server decides it. */
export const lossOf = (before: Kept, after: Kept): Loss | undefined => {
  if (!before.keepsTokens) return undefined;
  if (!after.keepsTokens) return 'turned_off';
  return isOtherDestination(before.config, after.config) ? 'moved' : undefined;
};

/** The text of the question; `tokens` is undefined if they couldn't be counted. */
function TokenLoss({ name, loss, tokens }: { name: string; loss: Loss; tokens: number | undefined }) {
  const { t } = useTranslation();
  const usersText = useUsersText();
  return (
    <div className={classes.consequences}>
      <p>{tokens === undefined ? t('connectors.loss.uncounted') : usersText('tokens', tokens)}</p>
      <p>{t(`connectors.loss.${loss}`, { name })}</p>
    </div>
  );
}

/** Asks before a save that deletes tokens; for `review` of a details form. */
export function useTokenLossReview<Values>(owner: Owner, name: string, keptOf: (values: Values) => Kept) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const isAsking = useRef(false);
  const ask = async (loss: Loss, save: () => Promise<void>) => {
    const tokens = await queryClient.fetchQuery(usageQuery(api, owner)).then(
      (usage) => usage.tokens,
      () => undefined,
    );
    const question = {
      title: t('connectors.loss.title'),
      text: <TokenLoss name={name} loss={loss} tokens={tokens} />,
      confirmLabel: t('connectors.loss.confirm'),
      danger: true,
    };
    if (tokens === 0 || (await confirm(question))) await save();
  };
  return (before: Values, after: Values, save: () => Promise<void>): boolean => {
    const loss = lossOf(keptOf(before), keptOf(after));
    if (!loss) return false;
    if (!isAsking.current) {
      isAsking.current = true;
      void ask(loss, save).finally(() => {
        isAsking.current = false;
      });
    }
    return true;
  };
}
