// A page whose script is loaded when it is first shown, since most people never see it.
import { type ComponentType, useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { loadPart } from '../new-release.ts';
import { focusOnPage } from './focus-on-page.ts';
import { Loading } from './loading.tsx';
import { Notice } from './notice.tsx';

const Arrived = ({ page: Page }: { page: ComponentType }) => {
  // The page was not there yet when the app looked for where to put the focus.
  useEffect(() => {
    if (document.activeElement === document.body) focusOnPage();
  }, []);
  return <Page />;
};

export const laterPage = (load: () => Promise<ComponentType>): ComponentType => {
  return () => {
    const app = useApp();
    const [loaded, setLoaded] = useState<{ page?: ComponentType; failed?: boolean }>({});
    const begin = () => {
      setLoaded({});
      loadPart(app, load).then(
        (page) => setLoaded({ page }),
        () => setLoaded({ failed: true }),
      );
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is first shown
    useEffect(begin, []);
    if (loaded.page) return <Arrived page={loaded.page} />;
    return loaded.failed ? <Notice message={{ text: app.t('error.network'), retry: begin }} /> : <Loading />;
  };
};
