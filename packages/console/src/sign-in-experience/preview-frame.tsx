// The sign-in page in a frame that looks like where people see it. It is shown, and cannot be used.
import { useElementSize, useViewportSize } from '@mantine/hooks';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import classes from './preview.module.css';
import type { PreviewConfig } from './preview-config.ts';

/** The page as it is laid out, before it is made to fit. */
const sizes = { web: { width: 760, height: 720 }, mobile: { width: 375, height: 720 } } as const;

/** As large as a telephone is beside the text, and never higher than what is left of the screen below the bars. */
const phoneWidth = (screen: number) => {
  const { width, height } = sizes.mobile;
  return Math.round(Math.min(300, Math.max(200, ((screen - 230) * width) / height)));
};

export function PreviewFrame({ config }: { config: PreviewConfig }) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const frame = useRef<HTMLIFrameElement>(null);
  const { ref, width: room } = useElementSize();
  const { height: screen } = useViewportSize();
  const { width, height } = sizes[config.platform === 'web' ? 'web' : 'mobile'];
  const scale = Math.min(1, room / width);
  const { origin } = new URL(settings.tenantEndpoint);

  const send = useCallback(
    (message: PreviewConfig) =>
      frame.current?.contentWindow?.postMessage({ sender: 'ac_preview', config: message }, origin),
    [origin],
  );
  const isLoaded = useRef(false);
  const onChange = useEffectEvent(() => {
    if (isLoaded.current) send(config);
  });
  const text = JSON.stringify(config);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told anew when it changes, which its text tells
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
          title={t('sign-in-experience.preview.frame')}
          src={`${settings.tenantEndpoint}/sign-in?preview=true`}
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

/** As a telephone shows it; the time is that of all such pictures. */
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
