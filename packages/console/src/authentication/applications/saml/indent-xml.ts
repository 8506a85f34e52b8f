// Indents XML for reading: one line for each element, or for an element with its text.
const indent = '  ';

const opens = (line: string) => /^<[^/?!]/.test(line) && !line.endsWith('/>') && !line.includes('</');

export function indentXml(xml: string): string {
  let depth = 0;
  // Only between tags, since spaces and line breaks in texts are content.
  const lines = xml.trim().split(/(?<=>)\s*(?=<)/);
  return lines
    .map((line) => {
      if (line.startsWith('</')) depth = Math.max(0, depth - 1);
      const indented = `${indent.repeat(depth)}${line}`;
      if (opens(line)) depth += 1;
      return indented;
    })
    .join('\n');
}
