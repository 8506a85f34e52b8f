// Waits in the console's preview frame for a configuration. Kept small, since it is part of every page; the preview itself
// is loaded on demand.

type Configured = { signInExperience: object };

const configIn = <C extends Configured>(data: unknown): C | undefined => {
  const { sender, config } = (data ?? {}) as { sender?: unknown; config?: Partial<C> };
  return sender === 'ac_preview' && config?.signInExperience ? (config as C) : undefined;
};

/** `load` returns a function that shows a configuration. */
export const awaitPreview = async <C extends Configured>(origin: string, load: () => Promise<(config: C) => void>) => {
  let show: ((config: C) => void) | undefined;
  let latest: C | undefined;
  addEventListener('message', ({ source, origin: sent, data }) => {
    const config = source === parent && source !== window && sent === origin ? configIn<C>(data) : undefined;
    if (!config) return;
    latest = config;
    show?.(config);
  });
  show = await load();
  if (latest) show(latest);
};
