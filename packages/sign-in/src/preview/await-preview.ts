// The sign-in page in a frame of the console: it shows nothing until the console has said what. Small, since it comes
// with every sign-in page; what shows the preview is loaded when it is one.
import type { Page } from '../boot/page.ts';
import type { PreviewConfig } from './preview.tsx';

const configIn = (data: unknown): PreviewConfig | undefined => {
  const { sender, config } = (data ?? {}) as { sender?: unknown; config?: Partial<PreviewConfig> };
  return sender === 'ac_preview' && config?.signInExperience ? (config as PreviewConfig) : undefined;
};

export const awaitPreview = async (page: Page, origin: string) => {
  let show: ((config: PreviewConfig) => void) | undefined;
  let latest: PreviewConfig | undefined;
  addEventListener('message', ({ source, origin: sent, data }) => {
    const config = source === parent && source !== window && sent === origin ? configIn(data) : undefined;
    if (!config) return;
    latest = config;
    show?.(config);
  });
  const { createPreview } = await import('./preview.tsx');
  show = createPreview(page);
  if (latest) show(latest);
};
