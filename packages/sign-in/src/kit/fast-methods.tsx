// Sign-in methods that need no typing: a passkey, and social providers as tiles, in at most two rows.
import { IconDots } from '@tabler/icons-react';
import { completeAppearance } from '@tessera/contract/appearance-defaults';
import { type ReactNode, useState } from 'react';
import { useApp } from '../app-context.ts';
import { useExternalSignIn } from '../flows/external-sign-in.ts';
import { nameOf, socialConnectors, socialLogo } from '../social-connectors.ts';
import { buttonClass } from './button.tsx';
import { useLastUsed } from './last-used.tsx';
import { Notice } from './notice.tsx';
import { useTerms } from './terms.tsx';
import { useFlow } from './use-flow.ts';

type ButtonProps = {
  icon: ReactNode;
  busy: boolean;
  onClick: () => void;
  /** The full text, where only a name is shown. */
  label?: string | undefined;
  /** How the method is remembered, such as `social:google`. */
  method?: string;
  children: ReactNode;
};

export const FastButton = ({ icon, busy, onClick, label, method, children }: ButtonProps) => {
  const last = useLastUsed((one) => one === method);
  return (
    <button
      type="button"
      className={buttonClass('secondary')}
      aria-label={label}
      aria-describedby={last.describedBy}
      aria-disabled={busy}
      onClick={() => busy || onClick()}
    >
      <span>
        {icon}
        <span className="name" dir="auto">
          {children}
        </span>
      </span>
      {last.badge}
    </button>
  );
};

export const ConnectorLogo = ({ logo }: { logo: string | undefined }) => (logo ? <img src={logo} alt="" /> : null);

/** More would not fit into one row; the last tile shows the others. */
const maxTiles = 3;

type Props = {
  /** There is no form next to the methods. */
  alone?: boolean;
  purpose?: 'sign-in' | 'continue';
  /** The button of the first row. */
  passkey?: ReactNode;
};

export const FastMethods = ({ alone = false, purpose = 'sign-in', passkey }: Props) => {
  const { settings, t, language, theme } = useApp();
  const { run, busy, message } = useFlow();
  const { goToConnector } = useExternalSignIn();
  const terms = useTerms('SignIn');
  const [isOpen, setOpen] = useState(false);
  const connectors = socialConnectors(settings);
  const choose = async (id: string) => {
    if (await terms.ensure()) await run(() => goToConnector('social', id, purpose));
  };
  const hasFullNames = isOpen || connectors.length <= (passkey ? 1 : 2);
  const shown = isOpen || connectors.length <= maxTiles ? connectors : connectors.slice(0, maxTiles - 1);
  return (
    <div className="fast">
      <Notice message={message} />
      {passkey}
      {connectors.length > 0 && (
        <div className={hasFullNames ? 'fast' : 'tiles'}>
          {shown.map((connector) => {
            const name = nameOf(connector, language);
            const full = t('elsewhere.continue_with', { name });
            return (
              <FastButton
                key={connector.id}
                icon={<ConnectorLogo logo={socialLogo(connector, theme)} />}
                busy={busy}
                label={hasFullNames ? undefined : full}
                method={`social:${connector.target}`}
                onClick={() => choose(connector.id)}
              >
                {hasFullNames ? full : name}
              </FastButton>
            );
          })}
          {shown.length < connectors.length && (
            <FastButton
              icon={<IconDots size={18} stroke={1.75} aria-hidden />}
              busy={busy}
              onClick={() => setOpen(true)}
            >
              {t('action.more')}
            </FastButton>
          )}
        </div>
      )}
      {alone ? terms.element : terms.dialog}
    </div>
  );
};

/** Between the methods and the form. */
export const Divider = () => {
  const { t } = useApp();
  return <p className="divider">{t('elsewhere.or')}</p>;
};

/** Both parts of a first screen, in the order that the tenant has chosen. */
export const InOrder = ({ fast, form }: { fast: ReactNode; form: ReactNode }) => {
  const { settings } = useApp();
  const isFormFirst = completeAppearance(settings.appearance).methodOrder === 'IdentifierFirst';
  return (
    <>
      {isFormFirst ? form : fast}
      {fast && form && <Divider />}
      {isFormFirst ? fast : form}
    </>
  );
};
