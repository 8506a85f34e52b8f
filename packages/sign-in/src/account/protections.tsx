// How well the account is protected, and the next step.
import type { MfaVerification } from '@tessera/contract/mfa-verifications';
import { isVisible, useAccount } from './account-context.ts';
import type { IconName } from './icons.tsx';
import { isOffered } from './offered-factors.ts';
import { Card, Tile } from './parts.tsx';

type Protection = { name: 'password' | 'passkey' | 'app' | 'codes'; icon: IconName; isOn: boolean };

const useProtections = (factors: MfaVerification[]): Protection[] => {
  const { account, center, settings } = useAccount();
  const offers = (type: MfaVerification['type']) => isVisible(center, 'mfa') && isOffered(settings, type);
  const has = (type: MfaVerification['type']) =>
    factors.some((factor) => factor.type === type && factor.remainCodes !== 0);
  return [
    ...(account.hasPassword === undefined
      ? []
      : [{ name: 'password', icon: 'lock', isOn: account.hasPassword } as const]),
    ...(offers('WebAuthn') ? [{ name: 'passkey', icon: 'fingerprint', isOn: has('WebAuthn') } as const] : []),
    ...(offers('Totp') ? [{ name: 'app', icon: 'phone', isOn: has('Totp') } as const] : []),
    ...(offers('BackupCode') ? [{ name: 'codes', icon: 'lifebuoy', isOn: has('BackupCode') } as const] : []),
  ];
};

export const Protections = ({ factors }: { factors: MfaVerification[] }) => {
  const { t } = useAccount();
  const all = useProtections(factors);
  // With one protection there is nothing to compare.
  if (all.length < 2) return null;
  const missing = all.find(({ isOn }) => !isOn);
  return (
    <Card>
      <div className="protections">
        <div className="row-text">
          <h2>{t('account.protection.count', { count: all.filter(({ isOn }) => isOn).length, total: all.length })}</h2>
          <p className="quiet">{t(`account.protection.${missing?.name ?? 'complete'}`)}</p>
        </div>
        <div className="protection-tiles" aria-hidden>
          {all.map(({ name, icon, isOn }) => (
            <Tile key={name} icon={icon} tone={isOn ? 'brand' : 'empty'} />
          ))}
        </div>
      </div>
    </Card>
  );
};
