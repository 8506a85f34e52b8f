// Somebody is new here by the provider they came from, but not by their address: is it their account?
import { useApp } from '../app-context.ts';
import { Button } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Notice } from '../kit/notice.tsx';
import { RichText } from '../kit/rich-text.tsx';
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
  if (!connector || !related || !verificationId) return <Notice message={{ text: t('elsewhere.unexpected_answer') }} />;
  const name = nameOf(connector, language);
  const address = <bdi key="address">{related.type === 'phone' ? `+${related.value}` : related.value}</bdi>;
  return (
    <>
      <Heading title={t('elsewhere.link_title')}>
        <p className="prose">
          <RichText text="elsewhere.link_detail" values={{ address, name }} />
        </p>
      </Heading>
      <Notice message={message} />
      <div className="others">
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
