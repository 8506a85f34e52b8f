// The key of an authenticator app: as a QR code to scan, or on the phone that shows this page as a link and text.
import { IconChevronDown, IconDeviceMobile, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import '../styles/factors.css';
import { buttonClass } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

type Secret = { secret: string; secretQrCode: string };

const QrCode = ({ image }: { image: string }) => {
  const { t } = useApp();
  return <img src={image} alt={t('mfa.qr_code')} />;
};

const Key = ({ secret }: { secret: string }) => {
  const { t } = useApp();
  return (
    <p className="key">
      <code dir="ltr">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <CopyButton size="small" text={secret} label={t('mfa.copy_secret')} />
    </p>
  );
};

const OnComputer = ({ secret, secretQrCode }: Secret) => {
  const { t } = useApp();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="secret">
      <QrCode image={secretQrCode} />
      <button type="button" className="text-button fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'mfa.hide_key' : 'mfa.show_key')}
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
      </button>
      {isOpen && <Key secret={secret} />}
    </div>
  );
};

/** The same as in the QR code, as a link that authenticator apps open. */
const otpUri = (secret: string, account: string) => {
  const issuer = location.hostname;
  const label = encodeURIComponent(account ? `${issuer}:${account}` : issuer);
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer })}`;
};

const OnPhone = ({ secret, secretQrCode, account }: Secret & { account: string }) => {
  const { t } = useApp();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="secret on-phone">
      <a className={buttonClass('secondary')} href={otpUri(secret, account)}>
        <span>
          <IconDeviceMobile size={18} stroke={1.75} aria-hidden />
          {t('mfa.open_app')}
        </span>
      </a>
      <Key secret={secret} />
      <button type="button" className="text-button fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconQrcode size={16} stroke={1.75} aria-hidden />
        {t(isOpen ? 'mfa.hide_qr' : 'mfa.show_qr')}
      </button>
      {isOpen && <QrCode image={secretQrCode} />}
    </div>
  );
};

/** `account` names the entry in the app. */
export const AuthenticatorKey = ({ secret, secretQrCode, account }: Secret & { account: string }) =>
  useApp().isMobile ? (
    <OnPhone secret={secret} secretQrCode={secretQrCode} account={account} />
  ) : (
    <OnComputer secret={secret} secretQrCode={secretQrCode} />
  );
