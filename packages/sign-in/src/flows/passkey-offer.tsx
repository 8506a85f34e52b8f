// Offers to create a passkey after a sign-in by other means.
import { useApp } from '../app-context.ts';
import { Button } from '../kit/button.tsx';
import { useInteraction } from './interaction.ts';
import { Passkey, useNewPasskey } from './passkey.tsx';
import { PasskeyBenefits } from './passkey-benefits.tsx';

export const PasskeyOffer = () => {
  const { api, t } = useApp();
  const { submit } = useInteraction();
  const create = useNewPasskey();
  return (
    <Passkey
      title="mfa.passkey_title"
      text="passkey.offer_text"
      action="mfa.create_passkey"
      steps={create}
      about={<PasskeyBenefits />}
    >
      {(run) => (
        <Button
          kind="quiet"
          onClick={() =>
            run(async () => {
              await api('POST', '/experience/profile/mfa/passkey-skipped');
              await submit();
            })
          }
        >
          {t('mfa.not_now')}
        </Button>
      )}
    </Passkey>
  );
};
