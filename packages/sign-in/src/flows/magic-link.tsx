// The page of a link from an email. Opening it uses nothing up, because mail scanners open links too; the button verifies
// the code in the link like a typed one.
import { IconChecks, IconDevices, IconLinkOff, IconMailOpened } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Problem } from '../api.ts';
import { type TextKey, useApp } from '../app-context.ts';
import type { SentCode } from '../boot/session-store.ts';
import { showIdentifier } from '../identifier.ts';
import { Address } from '../kit/address.tsx';
import { Button, PageLink } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { ErrorHelp } from '../kit/error-code.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { useApplication } from '../kit/use-application.ts';
import { isLost, useFlow } from '../kit/use-flow.ts';
import { WayOn } from '../kit/way-on.tsx';
import { offerCode } from '../link-handover.ts';
import '../styles/code-cells.css';
import { useOnce } from './arrival.tsx';
import { useProvedAddress } from './proved-address.tsx';

type Link = { interaction: string; verificationId: string; code: string };
type Failed = { at: 'failed'; code: string; text: TextKey };
type Step = { at: 'loading' | 'elsewhere' | 'handed' } | { at: 'ready'; sent: SentCode } | Failed;
type CodeRecord = Pick<SentCode, 'identifier'> & { id: string; verified: boolean; templateType: 'SignIn' | 'Register' };

/** In the fragment, which browsers send nowhere. */
const readLink = (fragment: string): Link | undefined => {
  const [, interaction = '', verificationId = '', code = ''] =
    /^#([\w-]{1,128})\.([\w-]{1,64})\.(\d{6})$/.exec(fragment) ?? [];
  return code ? { interaction, verificationId, code } : undefined;
};

const failed = (code: string, text: TextKey): Failed => ({ at: 'failed', code, text });
const invalid = failed('verification_code.not_found', 'elsewhere.link_invalid');
const used = failed('verification_code.not_found', 'elsewhere.link_used');
const replaced = failed('session.verification_session_not_found', 'magic_link.replaced');
const expired = failed('verification_code.expired', 'elsewhere.link_expired');
const tooManyTries = failed('verification_code.exceed_max_try', 'error.code_tried_too_often');

export const MagicLink = () => {
  const [fragment, setFragment] = useState(location.hash);
  // Another link in the same tab doesn't load the page again.
  useEffect(() => {
    const follow = () => setFragment(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const link = readLink(fragment);
  return link ? <OpenedLink key={fragment} link={link} /> : <FailedLink {...invalid} />;
};

const OpenedLink = ({ link }: { link: Link }) => {
  const { api, store } = useApp();
  const { run, message } = useFlow();
  const [step, setStep] = useState<Step>({ at: 'loading' });

  /** The state of the interaction, if this browser has it. */
  const interactionState = async () => {
    const before = store.get('interaction');
    store.set('interaction', link.interaction);
    try {
      const state = await api('GET', '/experience/interaction');
      // The request of the newest sign-in, which is another one.
      if (before !== link.interaction) store.set('request', undefined);
      return state;
    } catch (error) {
      store.set('interaction', before);
      if (error instanceof Problem && isLost(error.code)) return undefined;
      throw error;
    }
  };
  const find = async (): Promise<Step> => {
    const state = await interactionState();
    if (!state) return { at: 'elsewhere' };
    const records = state.verificationRecords as unknown as CodeRecord[];
    const record = records.find(({ id }) => id === link.verificationId);
    if (!record) return replaced;
    if (record.verified) return used;
    const flow = record.templateType === 'Register' ? 'register' : 'sign-in';
    const sent = { flow, identifier: record.identifier, verificationId: record.id, at: Date.now() } as const;
    store.set('interaction-event', state.interactionEvent);
    store.set('sign-in-method', 'code');
    store.set('sent-code', sent);
    return { at: 'ready', sent };
  };
  useOnce(() => void run(async () => setStep(await find())));

  if (step.at === 'ready') return <ReadyLink link={link} sent={step.sent} onStep={setStep} />;
  if (step.at === 'elsewhere') return <OtherBrowser code={link.code} />;
  if (step.at === 'handed') return <HandedOver />;
  if (step.at === 'failed') return <FailedLink {...step} />;
  return message ? <Notice message={message} /> : <Loading />;
};

type ReadyProps = { link: Link; sent: SentCode; onStep: (step: Step) => void };

const ReadyLink = ({ link, sent, onStep }: ReadyProps) => {
  const { api, page, t } = useApp();
  const work = useFlow();
  const proved = useProvedAddress(sent, work, `/${sent.flow}`);
  const isVerified = useRef(false);
  const { identifier, verificationId } = sent;
  const expected = {
    'verification_code.code_mismatch': () => onStep(invalid),
    'verification_code.email_mismatch': () => onStep(invalid),
    'verification_code.exceed_max_try': () => onStep(tooManyTries),
    'verification_code.expired': () => onStep(expired),
    'verification_code.not_found': () => onStep(used),
    'session.verification_session_not_found': () => onStep(replaced),
    ...proved.expected,
  };
  const use = () =>
    work.run(async () => {
      if (!isVerified.current) {
        if (await offerCode(page, link)) return onStep({ at: 'handed' });
        const { code } = link;
        await api('POST', '/experience/verification/verification-code/verify', { identifier, verificationId, code });
        isVerified.current = true;
      }
      await proved.goOn();
    }, expected);
  const isNew = sent.flow === 'register';
  return (
    <>
      <Heading title={t(isNew ? 'magic_link.register_title' : 'magic_link.sign_in_title')} icon={IconMailOpened}>
        <RichText
          text="magic_link.text"
          values={{ address: <Address key="address">{showIdentifier(identifier)}</Address> }}
        />
      </Heading>
      <Notice message={work.message} />
      <Button busy={work.busy} data-focus onClick={use}>
        {t(isNew ? 'action.create_account' : 'action.sign_in')}
      </Button>
      {proved.question}
    </>
  );
};

const OtherBrowser = ({ code }: { code: string }) => {
  const { t } = useApp();
  const { homeUrl } = useApplication();
  return (
    <>
      <Heading title={t('magic_link.elsewhere_title')} icon={IconDevices}>
        {t('magic_link.elsewhere_text')}
      </Heading>
      <p className="shown-code">
        <code dir="ltr">{code}</code>
        <CopyButton size="small" text={code} label={t('magic_link.copy')} />
      </p>
      <p className="aside">{t('magic_link.elsewhere_hint')}</p>
      {homeUrl && <WayOn to="home" />}
    </>
  );
};

const HandedOver = () => {
  const { t } = useApp();
  return (
    <Heading title={t('magic_link.handed_title')} icon={IconChecks} tone="done">
      <span role="status">{t('magic_link.handed_text')}</span>
    </Heading>
  );
};

const FailedLink = ({ code, text }: Omit<Failed, 'at'>) => {
  const { store, t } = useApp();
  return (
    <>
      <Heading title={t('elsewhere.link_title_failed')} icon={IconLinkOff}>
        <span role="alert">{t(text)}</span>
      </Heading>
      {store.get('interaction') ? (
        <p className="aside">
          <PageLink to="/sign-in">{t('action.back_to_sign_in')}</PageLink>
        </p>
      ) : (
        <WayOn to="home" />
      )}
      <ErrorHelp code={code} />
    </>
  );
};
