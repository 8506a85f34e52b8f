// Pages that collect missing account data, one per field.
import { IconUserPlus } from '@tabler/icons-react';
import type { Identifier } from '@tessera/contract/experience';
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import { useApp } from '../app-context.ts';
import { isAddress, nameKinds } from '../identifier.ts';
import { Divider, FastMethods } from '../kit/fast-methods.tsx';
import { Heading } from '../kit/heading.tsx';
import { socialConnectors } from '../social-connectors.ts';
import { IdentifierForm } from './identifier-form.tsx';
import { useInteraction } from './interaction.ts';

const ContinueWithIdentifier = ({ kinds }: { kinds: readonly SignInIdentifier[] }) => {
  const { api, settings, store, t, language } = useApp();
  const { resume, startWithCode } = useInteraction();
  const sent = store.get('sent-code');
  // New users can supply the data by a social sign-in; for existing accounts that would link the identity instead.
  const mayKnow =
    store.get('interaction-event') === 'Register' && !store.get('known-elsewhere') && !kinds.includes('username');
  const add = async (identifier: Identifier) => {
    if (isAddress(identifier)) return startWithCode('continue', identifier);
    await api('POST', '/experience/profile', identifier);
    await resume();
  };
  return (
    <>
      <Heading title={t('description.complete_account')} icon={IconUserPlus}>
        {t('description.add_identifier', { identifier: nameKinds(kinds, t, language) })}
      </Heading>
      <IdentifierForm
        kinds={kinds}
        known={sent?.flow === 'continue' ? sent.identifier : undefined}
        action={t('action.continue')}
        event={store.get('interaction-event') ?? 'SignIn'}
        steps={add}
      />
      {mayKnow && socialConnectors(settings).length > 0 && (
        <>
          <Divider />
          <FastMethods purpose="continue" />
        </>
      )}
    </>
  );
};

export const ContinueWithUsername = () => <ContinueWithIdentifier kinds={['username']} />;
export const ContinueWithEmail = () => <ContinueWithIdentifier kinds={['email']} />;
export const ContinueWithPhone = () => <ContinueWithIdentifier kinds={['phone']} />;
export const ContinueWithEmailOrPhone = () => <ContinueWithIdentifier kinds={['email', 'phone']} />;
