// The buttons of other sign-ins: social providers and companies.
import type { ReactNode } from 'react';
import { useApp } from '../app-context.ts';
import { useElsewhere } from '../flows/go-elsewhere.ts';
import { nameOf, socialConnectors, socialLogo } from '../social-connectors.ts';
import { Notice } from './notice.tsx';
import { useTerms } from './terms.tsx';
import { useFlow } from './use-flow.ts';

type Props = { logo: string | undefined; busy: boolean; onClick: () => void; children: ReactNode };

export const ElsewhereButton = ({ logo, busy, onClick, children }: Props) => (
  <button type="button" className="button secondary elsewhere" aria-disabled={busy} onClick={() => busy || onClick()}>
    {logo && <img src={logo} alt="" />}
    <span>{children}</span>
  </button>
);

type Purpose = 'sign-in' | 'continue';

/** Below a form that offers another way, or alone where there is none. */
export const SocialButtons = ({ alone, purpose = 'sign-in' }: { alone: boolean; purpose?: Purpose }) => {
  const { settings, t, language, theme } = useApp();
  const { run, busy, message } = useFlow();
  const { goElsewhere } = useElsewhere();
  const terms = useTerms('SignIn');
  const connectors = socialConnectors(settings);
  if (connectors.length === 0) return null;
  const choose = async (id: string) => {
    if (await terms.ensure()) await run(() => goElsewhere('social', id, purpose));
  };
  return (
    <div className="others">
      {!alone && <p className="divider">{t('elsewhere.or')}</p>}
      <Notice message={message} />
      {connectors.map((connector) => (
        <ElsewhereButton
          key={connector.id}
          logo={socialLogo(connector, theme)}
          busy={busy}
          onClick={() => choose(connector.id)}
        >
          {t('elsewhere.continue_with', { name: nameOf(connector, language) })}
        </ElsewhereButton>
      ))}
      {alone ? terms.element : terms.dialog}
    </div>
  );
};
