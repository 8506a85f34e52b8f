// The code editor, for JSON. A chunk of its own: its libraries are larger than most pages.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useMantineStyleNonce } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { EditorProps } from './json-field.tsx';

const look = EditorView.theme({
  '&': { fontSize: '0.75rem', minHeight: '132px', maxHeight: '420px', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', minHeight: '132px' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    border: 'none',
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--surface-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'light-dark(#dfe4ff, #353fa8)',
  },
});

// The default style is made for white pages; on dark ones its colours are lifted.
const colours = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ color, ...spec }) => ({
    ...spec,
    ...(typeof color === 'string' && { color: `light-dark(${color}, color-mix(in oklab, ${color} 35%, white))` }),
  })),
);

export function Editor({ value, onChange, onBlur, labelledBy, describedBy, invalid, path }: EditorProps) {
  const nonce = useMantineStyleNonce();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const attributes = useRef(new Compartment());

  const described = EditorView.contentAttributes.of({
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
    'aria-invalid': String(invalid),
    'data-path': path,
  });
  const changed = useEffectEvent((text: string) => onChange(text));
  const left = useEffectEvent(() => onBlur());
  const start = useEffectEvent(
    (parent: HTMLElement) =>
      new EditorView({
        parent,
        state: EditorState.create({
          doc: value,
          extensions: [
            lineNumbers(),
            history(),
            drawSelection(),
            indentOnInput(),
            indentUnit.of('  '),
            bracketMatching(),
            highlightActiveLine(),
            EditorView.lineWrapping,
            json(),
            look,
            syntaxHighlighting(colours),
            attributes.current.of(described),
            EditorView.cspNonce.of(nonce?.() ?? ''),
            keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
            EditorView.updateListener.of((update) => {
              if (update.docChanged) changed(update.state.doc.toString());
            }),
            EditorView.domEventHandlers({ blur: () => left() }),
          ],
        }),
      }),
  );

  useEffect(() => {
    if (!place.current) return;
    const created = start(place.current);
    view.current = created;
    return () => created.destroy();
  }, []);
  useEffect(() => {
    const shown = view.current?.state.doc;
    if (shown && shown.toString() !== value) {
      view.current?.dispatch({ changes: { from: 0, to: shown.length, insert: value } });
    }
  }, [value]);
  const applied = useEffectEvent(() => {
    view.current?.dispatch({ effects: attributes.current.reconfigure(described) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the editor is told anew when it changes
  useEffect(() => applied(), [invalid, labelledBy, describedBy]);

  return <div ref={place} dir="ltr" />;
}
