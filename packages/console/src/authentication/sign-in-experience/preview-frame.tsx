// A preview of the sign-in or account pages in a device frame; not interactive.
import { useElementSize, useViewportSize } from '@mantine/hooks';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import classes from './preview.module.css';

/** Layout size of the page before scaling. */
const sizes = { web: { width: 760, height: 720 }, mobile: { width: 375, height: 720 } } as const;

/** A phone-sized width that also fits the height left below the bars. */
const phoneWidth = (screen: number) => {
  const { width, height } = sizes.mobile;
  return Math.round(Math.min(300, Math.max(200, ((screen - 230) * width) / height)));
};

type Config = { platform: string; mode: string; [more: string]: unknown };
type Props = {
  config: Config;
  title?: string;
  page?: 'sign-in' | 'account';
  /** Layout size on a desktop. */
  desktop?: { width: number; height: number };
};

export function PreviewFrame({ config, title, page = 'sign-in', desktop = sizes.web }: Props) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const frame = useRef<HTMLIFrameElement>(null);
  const { ref, width: room } = useElementSize();
  const { height: screen } = useViewportSize();
  const { width, height } = config.platform === 'web' ? desktop : sizes.mobile;
  const scale = Math.min(1, room / width);
  const { origin } = new URL(settings.tenantEndpoint);

  const send = useCallback(
    (message: Config) => frame.current?.contentWindow?.postMessage({ sender: 'ac_preview', config: message }, origin),
    [origin],
  );
  const isLoaded = useRef(false);
  const onChange = useEffectEvent(() => {
    if (isLoaded.current) send(config);
  });
  const text = JSON.stringify(config);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when its serialized value changes
  useEffect(() => onChange(), [text]);

  return (
    <div
      className={classes.device}
      data-platform={config.platform}
      data-mode={config.mode}
      style={config.platform === 'mobile' ? { maxWidth: phoneWidth(screen) } : undefined}
    >
      {config.platform === 'mobile' && <StatusBar />}
      <div ref={ref} className={classes.screen} style={{ height: Math.round(height * scale) }}>
        <iframe
          ref={frame}
          title={title ?? t('sign-in-experience.preview.frame')}
          src={`${settings.tenantEndpoint}/${page}?preview=true`}
          tabIndex={-1}
          style={{ width, height, transform: `scale(${scale})` }}
          onLoad={() => {
            isLoaded.current = true;
            send(config);
          }}
        />
      </div>
    </div>
  );
}

/** A phone's status bar, with the customary time. */
const StatusBar = () => (
  <div className={classes.status} aria-hidden="true" dir="ltr">
    <span>9:41</span>
    <svg viewBox="0 0 44 12" width="44" height="12" fill="currentColor" aria-hidden="true">
      <path d="M0 8h3v4H0zM5 5h3v7H5zM10 2h3v10h-3z" />
      <rect x="20.5" y="1.5" width="20" height="9" rx="2.5" fill="none" stroke="currentColor" />
      <rect x="22" y="3" width="15" height="6" rx="1" />
      <path d="M42 4.5h1.5v3H42z" />
    </svg>
  </div>
);
