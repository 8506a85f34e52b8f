// What an account still needs before it can be used: a page for each thing that may be missing.
import type { Identifier } from '@tessera/contract/experience';
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import { useApp } from '../app-context.ts';
import { isAddress, nameKinds } from '../identifier.ts';
import { Heading } from '../kit/heading.tsx';
import { SocialButtons } from '../kit/social-buttons.tsx';
import { IdentifierForm } from './identifier-form.tsx';
import { useInteraction } from './interaction.ts';

const ContinueWithIdentifier = ({ kinds }: { kinds: readonly SignInIdentifier[] }) => {
  const { api, store, t, language } = useApp();
  const { resume, startWithCode } = useInteraction();
  const sent = store.get('sent-code');
  // Who registers may have the address from a provider. An account that exists would only be linked to it.
  const mayKnow =
    store.get('interaction-event') === 'Register' && !store.get('known-elsewhere') && !kinds.includes('username');
  const add = async (identifier: Identifier) => {
    if (isAddress(identifier)) return startWithCode('continue', identifier);
    await api('POST', '/experience/profile', identifier);
    await resume();
  };
  return (
    <>
      <Heading title={t('description.complete_account')}>
        <p className="prose">{t('description.add_identifier', { identifier: nameKinds(kinds, t, language) })}</p>
      </Heading>
      <IdentifierForm
        kinds={kinds}
        known={sent?.flow === 'continue' ? sent.identifier : undefined}
        action={t('action.continue')}
        event={store.get('interaction-event') ?? 'SignIn'}
        steps={add}
      />
      {mayKnow && <SocialButtons alone={false} purpose="continue" />}
    </>
  );
};

export const ContinueWithUsername = () => <ContinueWithIdentifier kinds={['username']} />;
export const ContinueWithEmail = () => <ContinueWithIdentifier kinds={['email']} />;
export const ContinueWithPhone = () => <ContinueWithIdentifier kinds={['phone']} />;
export const ContinueWithEmailOrPhone = () => <ContinueWithIdentifier kinds={['email', 'phone']} />;
