// Text with the matched part highlighted.
import classes from './highlight.module.css';

export function Highlight({ text, part }: { text: string; part: string }) {
  const start = part === '' ? -1 : text.toLowerCase().indexOf(part.toLowerCase());
  if (start < 0) return text;
  const end = start + part.length;
  return (
    <>
      {text.slice(0, start)}
      <mark className={classes.match}>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}
