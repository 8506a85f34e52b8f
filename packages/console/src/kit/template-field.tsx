// An editor for message templates, or a textarea.
import { useEffect, useRef } from 'react';
import { lazyEditor } from './lazy-editor.tsx';
import type { TemplateEditorProps } from './template-editor.tsx';
import classes from './template-field.module.css';

function PlainEditor(props: TemplateEditorProps) {
  const { value, onChange, onBlur, labelledBy, describedBy, invalid, path, isHtml, direction, handle } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    handle.current = {
      insert: (text) => {
        const area = field.current;
        if (!area) return;
        area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
        onChange(area.value);
        area.focus();
      },
      select: (from, to) => {
        field.current?.focus();
        field.current?.setSelectionRange(from, to);
      },
    };
  }, [handle, onChange]);
  return (
    <textarea
      ref={field}
      className={classes.plain}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      data-path={path}
      dir={isHtml ? 'ltr' : direction}
      spellCheck={false}
    />
  );
}

const Editor = lazyEditor(async () => (await import('./template-editor.tsx')).TemplateEditor, PlainEditor);

export const TemplateField = (props: TemplateEditorProps) => (
  <div className={classes.frame}>
    <Editor {...props} />
  </div>
);
