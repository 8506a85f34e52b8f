// How the user signs in: password, passkeys and second factors.
import type { MfaVerification } from '@tessera/contract/mfa-verifications';
import { isVisible, useAccount } from './account-context.ts';
import { PasskeyCard } from './passkey-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { Protections } from './protections.tsx';
import { Section, WhenLoaded } from './section.tsx';
import { TwoStepCard } from './two-step-card.tsx';
import { useLoaded } from './use-loaded.ts';

export const Security = () => {
  const { api, center } = useAccount();
  const showsFactors = isVisible(center, 'mfa');
  const factors = useLoaded(
    async (): Promise<MfaVerification[]> =>
      showsFactors ? await api.call('GET', '/my-account/mfa-verifications') : [],
  );
  return (
    <Section name="security">
      <WhenLoaded loaded={factors}>
        {(list) => (
          <>
            <Protections factors={list} />
            {isVisible(center, 'password') && <PasswordCard />}
            {showsFactors && <PasskeyCard factors={list} onChange={factors.reload} />}
            {showsFactors && <TwoStepCard factors={list} onChange={factors.reload} />}
          </>
        )}
      </WhenLoaded>
    </Section>
  );
};
