// An editor that loads on first use. A plain one serves while it loads, if loading fails, and as long as it has the
// focus: replacing it then would lose what is typed meanwhile.
import { type ComponentType, useEffect, useState } from 'react';

export function lazyEditor<P extends object>(load: () => Promise<ComponentType<P>>, Plain: ComponentType<P>) {
  let loaded: ComponentType<P> | undefined;
  return function LazyEditor(props: P) {
    const [Editor, setEditor] = useState(() => loaded);
    const [isFocused, setFocused] = useState(false);
    useEffect(() => {
      load().then(
        (editor) => {
          loaded = editor;
          setEditor(() => editor);
        },
        () => undefined,
      );
    }, []);
    if (Editor && !isFocused) return <Editor {...props} />;
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: follows the focus of the plain editor inside
      <div style={{ display: 'contents' }} onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
        <Plain {...props} />
      </div>
    );
  };
}
