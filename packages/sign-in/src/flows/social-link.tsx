// The social identity is new, but its email or phone belongs to an account: offer to link it.
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { useApp } from '../app-context.ts';
import { showIdentifier } from '../identifier.ts';
import { Address } from '../kit/address.tsx';
import { Button } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Notice } from '../kit/notice.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { WayOn } from '../kit/way-on.tsx';
import { mayRegister } from '../sign-in-methods.ts';
import { nameOf } from '../social-connectors.ts';
import { useArrival } from './arrival.tsx';

export const SocialLink = () => {
  const { path, settings, store, t, language } = useApp();
  const connectorId = decodeURIComponent(path.split('/').at(-1) ?? '');
  const { run, busy, message, link, register, dialog, closed } = useArrival('social', connectorId);
  const connector = settings.socialConnectors.find(({ id }) => id === connectorId);
  const related = store.get('related-user');
  const { elsewhere: verificationId } = store.get('verification-ids') ?? {};
  if (!connector || !related || !verificationId)
    return (
      <>
        <Heading title={t('elsewhere.not_signed_in')} icon={IconLinkOff}>
          {t('elsewhere.unexpected_answer')}
        </Heading>
        <WayOn to="request" />
      </>
    );
  const name = nameOf(connector, language);
  const address = <Address key="address">{showIdentifier(related)}</Address>;
  return (
    <>
      <Heading title={t('elsewhere.link_title')} icon={IconLink} back="/sign-in">
        <RichText text="elsewhere.link_detail" values={{ address, name }} />
      </Heading>
      <Notice message={message} />
      <div className="fast">
        <Button busy={busy} onClick={() => run(() => link(verificationId), closed)}>
          {t('elsewhere.link_action', { name })}
        </Button>
        {mayRegister(settings) && (
          <Button kind="secondary" busy={busy} onClick={() => run(() => register(verificationId), closed)}>
            {t('elsewhere.create_new')}
          </Button>
        )}
      </div>
      {dialog}
    </>
  );
};
