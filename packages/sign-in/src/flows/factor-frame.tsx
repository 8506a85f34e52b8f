// Shared parts of the MFA pages: the requirement, other factors and skipping.
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { PageLink, TextButton } from '../kit/button.tsx';
import { ContactSupport, useHelp } from '../kit/support.tsx';
import type { useFlow } from '../kit/use-flow.ts';
import type { FactorDemand } from './factor-demand.ts';
import { useInteraction } from './interaction.ts';

/** MFA pages are not shown without a requirement. */
export const useDemand = (): FactorDemand => {
  const { store } = useApp();
  return store.get('mfa') ?? { kind: 'verification', factors: [], masked: {}, skippable: false, suggestion: false };
};

type Work = Pick<ReturnType<typeof useFlow>, 'run'>;

/** `once`: a single factor is offered, rather than a choice. */
export const Skip = ({ run, once = false }: Work & { once?: boolean }) => {
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
      <TextButton onClick={skip}>{t(once ? 'mfa.not_now' : 'mfa.skip')}</TextButton>
    </p>
  );
};

const RememberDevice = ({ days }: { days: number }) => {
  const { store, language, t } = useApp();
  const time = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
  const [isChosen, setChosen] = useState(store.get('remember-device') ?? false);
  return (
    <label className="terms check">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ currentTarget: { checked } }) => {
          store.set('remember-device', checked);
          setChosen(checked);
        }}
      />
      <span>{t('mfa.remember_device', { time })}</span>
    </label>
  );
};

/** Below each factor: remembering this browser, and a link to the others, or a skip link if there is no choice. */
export const OtherWays = ({ run }: Work) => {
  const { t } = useApp();
  const { kind, factors, rememberDays } = useDemand();
  return (
    <>
      {kind === 'verification' && rememberDays !== undefined && <RememberDevice days={rememberDays} />}
      {factors.length < 2 ? (
        <Skip run={run} once />
      ) : (
        <p className="aside">
          <PageLink to={`/mfa-${kind}`}>{t('mfa.try_another')}</PageLink>
        </p>
      )}
    </>
  );
};

/** For users who have lost all their factors. */
export const LostFactors = () => {
  const { t } = useApp();
  const { contact } = useHelp();
  if (!contact) return null;
  return (
    <p className="aside">
      <span>{t('mfa.lost')}</span>
      <ContactSupport />
    </p>
  );
};
