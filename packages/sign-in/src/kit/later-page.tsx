// A lazily loaded page.
import { type ComponentType, useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { loadPart } from '../new-release.ts';
import { focusOnPage } from './focus-on-page.ts';
import { Loading } from './loading.tsx';
import { Notice } from './notice.tsx';

const Arrived = <P extends object>({ page: Page, props }: { page: ComponentType<P>; props: P }) => {
  // The page was not rendered yet when the app set the focus.
  useEffect(() => {
    if (document.activeElement === document.body) focusOnPage();
  }, []);
  return <Page {...props} />;
};

export const laterPage = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  return (props) => {
    const app = useApp();
    const [loaded, setLoaded] = useState<{ page?: ComponentType<P>; failed?: boolean }>({});
    const begin = () => {
      setLoaded({});
      loadPart(app, load).then(
        (page) => setLoaded({ page }),
        () => setLoaded({ failed: true }),
      );
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page is first shown
    useEffect(begin, []);
    if (loaded.page) return <Arrived page={loaded.page} props={props} />;
    return loaded.failed ? <Notice message={{ text: app.t('error.network'), retry: begin }} /> : <Loading />;
  };
};
