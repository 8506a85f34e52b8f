// Script editor with autocompletion, types and error markers. Dark in both color schemes. In its own chunk, loaded by
// script-field.tsx.
import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete';
import { javascript, javascriptLanguage, localCompletionSource } from '@codemirror/lang-javascript';
import { syntaxTree } from '@codemirror/language';
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, hoverTooltip, keymap } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { checkScript, type Finding } from './check-script.ts';
import { useEditorView } from './editor-view.ts';
import { chainOf, declarationOf, follow, type Shape } from './shape.ts';

export type ScriptEditorProps = {
  value: string;
  onChange: (value: string) => void;
  labelledBy: string;
  describedBy: string;
  /** Names in scope of the script. */
  scope: Shape;
  /** The line where the last run failed. */
  errorLine: number | undefined;
  onFindings: (findings: Finding[]) => void;
};

const look = EditorView.theme(
  {
    '&': { height: '100%', fontSize: '0.8125rem', backgroundColor: '#16161a', color: '#ededf0' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
    '.cm-content': { caretColor: '#ededf0' },
    '.cm-cursor': { borderLeftColor: '#ededf0' },
    '.cm-gutters': { border: 'none', backgroundColor: '#101013', color: '#93939d' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: '#1f1f25' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: '#353fa8',
    },
    '.cm-error-line': { backgroundColor: '#4a1c1f' },
    '.cm-finding': { textDecoration: 'underline wavy #ff8589', textUnderlineOffset: '3px' },
    '.cm-tooltip': { border: '1px solid #3a3a42', borderRadius: '6px', backgroundColor: '#1f1f25', color: '#ededf0' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: '#3f4bcc', color: '#ffffff' },
    '.cm-completionDetail': { color: '#b9b9c1', fontStyle: 'normal' },
    '.cm-type-hint': {
      maxHeight: '320px',
      overflow: 'auto',
      padding: '8px 10px',
      margin: '0',
      fontFamily: 'var(--mantine-font-family-monospace)',
      fontSize: '0.75rem',
    },
  },
  { dark: true },
);

const setMarks = StateEffect.define<DecorationSet>();
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, { changes, effects }) =>
    effects.reduce((next, effect) => (effect.is(setMarks) ? effect.value : next), shown.map(changes)),
  provide: (field) => EditorView.decorations.from(field),
});
const errorLine = Decoration.line({ class: 'cm-error-line' });
const finding = Decoration.mark({ class: 'cm-finding' });

const isCode = (state: EditorState, position: number) =>
  !/String|Comment|RegExp/.test(syntaxTree(state).resolveInner(position, -1).name);

const chainBefore = /[A-Za-z_$][\w$]*(?:\s*\??\.?\[[^\]]*\]|\s*\??\.\s*[\w$]*)*$/;

const completeFrom = (scope: () => Shape) => (context: CompletionContext) => {
  const before = context.matchBefore(chainBefore);
  if (!before || !isCode(context.state, context.pos)) return null;
  const typed = /[\w$]*$/.exec(before.text)?.[0] ?? '';
  const chain = chainOf(before.text);
  const path = chain && chain.steps.length > 0 ? [chain.root, ...chain.steps.slice(0, -1)] : [];
  const at = follow(scope(), path);
  if (!at || at === 'open' || !at.fields) return null;
  const options = Object.entries(at.fields).map(([label, { type, fields, items }]) => ({
    label,
    type: type.includes('=>') ? 'method' : 'property',
    detail: fields ? '{…}' : items?.fields ? '{…}[]' : type,
  }));
  return { from: context.pos - typed.length, options, validFor: /^[\w$]*$/ };
};

const hintFrom = (scope: () => Shape) =>
  hoverTooltip(({ state }, position) => {
    const line = state.doc.lineAt(position);
    const end = position + (/^[\w$]*/.exec(line.text.slice(position - line.from))?.[0].length ?? 0);
    const chain = chainBefore.exec(line.text.slice(0, end - line.from))?.[0];
    const steps = chain === undefined ? undefined : chainOf(chain);
    const at = steps && isCode(state, position) ? follow(scope(), [steps.root, ...steps.steps]) : undefined;
    if (!chain || !at || at === 'open') return null;
    return {
      pos: position,
      end,
      create: () => {
        const dom = document.createElement('pre');
        dom.className = 'cm-type-hint';
        dom.dir = 'ltr';
        dom.textContent = `${chain.replaceAll(/\s/g, '')}: ${declarationOf(at)}`;
        return { dom };
      },
    };
  });

export function ScriptEditor(props: ScriptEditorProps) {
  const { value, onChange, labelledBy, describedBy, scope, errorLine: failed, onFindings } = props;
  const current = useRef(scope);
  const report = useEffectEvent(onFindings);

  const { place, view } = useEditorView({
    value,
    onChange,
    onBlur: () => undefined,
    attributes: { 'aria-labelledby': labelledBy, 'aria-describedby': describedBy },
    extensions: () => [
      javascript(),
      javascriptLanguage.data.of({ autocomplete: completeFrom(() => current.current) }),
      javascriptLanguage.data.of({ autocomplete: localCompletionSource }),
      autocompletion({ icons: false }),
      keymap.of(completionKeymap),
      hintFrom(() => current.current),
      marks,
      look,
      EditorView.lineWrapping,
    ],
  });

  const check = useEffectEvent(() => {
    const shown = view.current;
    if (!shown) return;
    const found = checkScript(shown.state, current.current);
    const { doc } = shown.state;
    const lines = new Set(found.filter(({ kind }) => kind === 'syntax').map(({ line }) => line));
    if (failed !== undefined && failed <= doc.lines) lines.add(failed);
    const decorations = [
      ...[...lines].map((line) => errorLine.range(doc.line(line).from)),
      ...found.flatMap(({ from, to }) => (to > from ? [finding.range(from, to)] : [])),
    ];
    shown.dispatch({ effects: setMarks.of(Decoration.set(decorations, true)) });
    report(found);
  });
  // Debounced, because a half-typed word is not an error.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the check's inputs change
  useEffect(() => {
    current.current = scope;
    const timer = setTimeout(() => check(), 400);
    return () => clearTimeout(timer);
  }, [value, scope, failed]);

  return <div ref={place} dir="ltr" style={{ height: '100%' }} />;
}
