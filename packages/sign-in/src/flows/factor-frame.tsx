// What the pages of second factors have in common: what was demanded, the other ways, and leaving it for later.
import { useApp } from '../app-context.ts';
import { PageLink, TextButton } from '../kit/button.tsx';
import type { useFlow } from '../kit/use-flow.ts';
import type { FactorDemand } from './factor-demand.ts';
import { useInteraction } from './interaction.ts';

/** The pages are not shown without it. */
export const useDemand = (): FactorDemand => {
  const { store } = useApp();
  return store.get('mfa') ?? { kind: 'verification', factors: [], masked: {}, skippable: false, suggestion: false };
};

type Work = Pick<ReturnType<typeof useFlow>, 'run'>;

export const Skip = ({ run }: Work) => {
  const { api, t } = useApp();
  const { submit } = useInteraction();
  const { skippable, suggestion } = useDemand();
  if (!skippable) return null;
  const skip = () =>
    run(async () => {
      await api('POST', `/experience/profile/mfa/${suggestion ? 'mfa-suggestion-skipped' : 'mfa-skipped'}`);
      await submit();
    });
  return (
    <p className="aside">
      <TextButton onClick={skip}>{t('mfa.skip')}</TextButton>
    </p>
  );
};

/** Below each factor: the way to the others, or, where there is no choice, around it. */
export const OtherWays = ({ run }: Work) => {
  const { t } = useApp();
  const { kind, factors } = useDemand();
  if (factors.length < 2) return <Skip run={run} />;
  return (
    <p className="aside">
      <PageLink to={`/mfa-${kind}`}>{t('mfa.try_another')}</PageLink>
    </p>
  );
};
