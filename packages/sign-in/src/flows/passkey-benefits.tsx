// Why a user should create a passkey.
import { IconBolt, IconDevices, IconShieldCheck } from '@tabler/icons-react';
import { useApp } from '../app-context.ts';
import '../styles/passkey-benefits.css';

const benefits = [
  ['fast', IconBolt],
  ['safe', IconShieldCheck],
  ['synced', IconDevices],
] as const;

export const PasskeyBenefits = () => {
  const { t } = useApp();
  return (
    <dl className="benefits" aria-label={t('passkey.benefits')}>
      {benefits.map(([benefit, Icon]) => (
        <div key={benefit}>
          <dt>
            <Icon size={20} stroke={1.75} aria-hidden />
            {t(`passkey.${benefit}`)}
          </dt>
          <dd dir="auto">{t(`passkey.${benefit}_text`, { host: location.hostname })}</dd>
        </div>
      ))}
    </dl>
  );
};
