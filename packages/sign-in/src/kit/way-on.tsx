// The way on from a page where a sign-in ends: to the application, or else back.
import { IconArrowRight } from '@tabler/icons-react';
import { useApp } from '../app-context.ts';
import { Button, buttonClass } from './button.tsx';
import { useApplication } from './use-application.ts';

/** `request` starts the sign-in again, if it is known; `home` leads to the application itself. */
export const WayOn = ({ to }: { to: 'request' | 'home' }) => {
  const { store, t } = useApp();
  const { name, homeUrl } = useApplication();
  const request = to === 'request' ? store.get('request') : undefined;
  const href = request ?? homeUrl;
  if (href)
    return (
      <a className={buttonClass('primary')} href={href}>
        <span>
          {name ? t('action.continue_to', { name }) : t('action.start_again')}
          <IconArrowRight className="toward" size={18} stroke={1.75} aria-hidden />
        </span>
      </a>
    );
  if (history.length <= 1) return null;
  return (
    <Button kind="secondary" onClick={() => history.back()}>
      {t('action.back')}
    </Button>
  );
};
