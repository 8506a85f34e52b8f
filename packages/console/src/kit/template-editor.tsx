// Editor for message templates: completes variables and marks unknown ones. In its own chunk, loaded by
// template-field.tsx.
import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete';
import { type EditorState, type Range, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useEditorView } from './editor-view.ts';
import classes from './template-field.module.css';
import { templateLanguage } from './template-language.ts';

export type TemplateHandle = {
  /** Replaces the selection. */
  insert: (text: string) => void;
  select: (from: number, to: number) => void;
};

export type TemplateEditorProps = {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  labelledBy: string;
  describedBy: string;
  invalid: boolean;
  path: string;
  /** Offered after `{{`, here and below read once. */
  variables: readonly string[];
  findUnknown: (text: string) => readonly { from: number; to: number }[];
  isHtml: boolean;
  /** Direction of the text; HTML is always left to right. */
  direction: 'ltr' | 'rtl';
  handle: RefObject<TemplateHandle | undefined>;
};

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '0.75rem', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': { border: 'none', backgroundColor: 'transparent', color: 'var(--mantine-color-dimmed)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--surface-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'light-dark(#dfe4ff, #353fa8)',
  },
  '.cm-variable': { borderRadius: '3px', backgroundColor: 'var(--brand-tint)', color: 'var(--brand-text)' },
  '.cm-variable *': { color: 'inherit !important' },
  '.cm-unknown-variable': {
    textDecoration: 'underline wavy var(--mantine-color-error)',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '6px',
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: '#3f4bcc', color: '#ffffff' },
});

const variable = /\{\{\s*([\w.]{1,128})\s*\}\}/g;
const known = Decoration.mark({ class: 'cm-variable' });
const unknown = Decoration.mark({ class: 'cm-unknown-variable' });

const marksOf = (state: EditorState, findUnknown: TemplateEditorProps['findUnknown']): DecorationSet => {
  const text = state.doc.toString();
  const findings = findUnknown(text);
  const isUnknown = (from: number, to: number) => findings.some((one) => one.from >= from && one.to <= to);
  const marks: Range<Decoration>[] = findings.map(({ from, to }) => unknown.range(from, to));
  for (const { 0: written, index } of text.matchAll(variable)) {
    const end = index + written.length;
    if (!isUnknown(index, end)) marks.push(known.range(index, end));
  }
  return Decoration.set(marks, true);
};

const marksField = (findUnknown: TemplateEditorProps['findUnknown']) =>
  StateField.define<DecorationSet>({
    create: (state) => marksOf(state, findUnknown),
    update: (marks, { docChanged, state }) => (docChanged ? marksOf(state, findUnknown) : marks),
    provide: (field) => EditorView.decorations.from(field),
  });

/** After `{{`, or anywhere if asked for. */
const completeFrom = (variables: readonly string[]) => (context: CompletionContext) => {
  const before = context.matchBefore(/\{\{\s*[\w.]*$/);
  if (!before && !context.explicit) return null;
  const typed = /[\w.]*$/.exec(before?.text ?? '')?.[0] ?? '';
  const isClosed = context.state.sliceDoc(context.pos).match(/^[\w.]*\s*\}\}/) !== null;
  const start = before ? '' : '{{';
  const end = isClosed ? '' : '}}';
  return {
    from: context.pos - typed.length,
    options: variables.map((label) => ({ label, type: 'variable', apply: `${start}${label}${end}` })),
    validFor: /^[\w.]*$/,
  };
};

export function TemplateEditor(props: TemplateEditorProps) {
  const { value, onChange, onBlur, labelledBy, describedBy, invalid, path, variables, findUnknown, isHtml } = props;
  const { handle, direction } = props;
  const { place, view } = useEditorView({
    value,
    onChange,
    onBlur,
    attributes: {
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-invalid': String(invalid),
      'data-path': path,
      ...(!isHtml && { dir: direction }),
    },
    extensions: () => [
      templateLanguage(isHtml),
      autocompletion({ icons: false, override: [completeFrom(variables)] }),
      keymap.of(completionKeymap),
      marksField(findUnknown),
      look,
      EditorView.lineWrapping,
    ],
  });

  const connect = useEffectEvent(() => {
    handle.current = {
      insert: (text) => {
        const shown = view.current;
        if (!shown) return;
        shown.dispatch(shown.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input' });
        shown.focus();
      },
      select: (from, to) => {
        view.current?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
        view.current?.focus();
      },
    };
  });
  useEffect(() => {
    connect();
    return () => {
      handle.current = undefined;
    };
  }, [handle]);

  return <div ref={place} dir="ltr" className={classes.editor} />;
}
