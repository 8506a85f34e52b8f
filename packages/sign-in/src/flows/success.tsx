// Confirms a completed sign-in while the browser goes to the application.
import { IconCheck } from '@tabler/icons-react';
import type { InteractionEvent } from '@tessera/contract/experience';
import { type TextKey, useApp } from '../app-context.ts';
import { Heading } from '../kit/heading.tsx';
import { useApplication } from '../kit/use-application.ts';
import '../styles/success.css';

/** Without an event, the user has given consent. */
export type Arrival = { to: string; event: InteractionEvent | undefined };

const titles: Partial<Record<InteractionEvent, TextKey>> = {
  SignIn: 'success.sign_in',
  Register: 'success.register',
};

export const Success = ({ to, event }: Arrival) => {
  const { t } = useApp();
  const { name } = useApplication();
  return (
    <>
      <Heading title={t((event && titles[event]) ?? 'success.consent')} icon={IconCheck} tone="done">
        {t(name ? 'success.taking_you_to' : 'success.taking_you', { name: name ?? '' })}
      </Heading>
      <div className="progress" aria-hidden>
        <i />
      </div>
      <p className="aside">
        <a href={to}>{t('success.continue_now')}</a>
      </p>
    </>
  );
};
