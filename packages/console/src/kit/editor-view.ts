// Shared behavior of all code editors: value, styling and accessibility attributes.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useMantineStyleNonce } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';

// The default style is meant for white pages: darken it for the shaded line, lighten it on dark pages.
const colours = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ color, ...spec }) => ({
    ...spec,
    ...(typeof color === 'string' && {
      color: `light-dark(color-mix(in oklab, ${color} 85%, black), color-mix(in oklab, ${color} 35%, white))`,
    }),
  })),
);

/** Marks changes that come from `value`, not from the user. */
const isGiven = Annotation.define<boolean>();

type Options = {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Attributes of the content element. */
  attributes: Record<string, string>;
  /** Language and styling; read once. */
  extensions: () => Extension[];
};

export function useEditorView({ value, onChange, onBlur, attributes: given, extensions }: Options) {
  // The element is focusable anyway; the attribute satisfies axe's check of scrollable regions.
  const attributes = { ...given, tabindex: '0' };
  const nonce = useMantineStyleNonce();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const described = useRef(new Compartment());

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
            extensions(),
            syntaxHighlighting(colours),
            described.current.of(EditorView.contentAttributes.of(attributes)),
            EditorView.cspNonce.of(nonce?.() ?? ''),
            keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
            EditorView.updateListener.of(({ docChanged, state, transactions }) => {
              if (!docChanged || transactions.some((one) => one.annotation(isGiven))) return;
              // Rendered before the next key: the effect below would replace what is typed until then.
              flushSync(() => changed(state.doc.toString()));
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
      view.current?.dispatch({
        changes: { from: 0, to: shown.length, insert: value },
        annotations: isGiven.of(true),
      });
    }
  }, [value]);
  const describe = useEffectEvent(() => {
    view.current?.dispatch({
      effects: described.current.reconfigure(EditorView.contentAttributes.of(attributes)),
    });
  });
  const attributesText = JSON.stringify(attributes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when their serialized values change
  useEffect(() => describe(), [attributesText]);

  return { place, view };
}
