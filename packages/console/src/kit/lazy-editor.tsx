// An editor that loads on first use. A plain one serves while it loads, and if loading fails.
import { type ComponentType, lazy, Suspense } from 'react';

export function lazyEditor<P extends object>(load: () => Promise<ComponentType<P>>, Plain: ComponentType<P>) {
  const Loaded = lazy(() =>
    load().then(
      (loaded) => ({ default: loaded as ComponentType<object> }),
      () => ({ default: Plain as ComponentType<object> }),
    ),
  );
  return (props: P) => (
    <Suspense fallback={<Plain {...props} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
