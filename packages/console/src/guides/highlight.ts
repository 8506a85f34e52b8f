// Colours for code: comments, texts and the words of the language. Enough to find one's way in a short sample.

export type Shade = 'comment' | 'text' | 'word';
export type Piece = { text: string; shade?: Shade };

const words = new RegExp(
  `\\b(?:${[
    'as async await break case catch class const data def default defer do else export extends final finally for',
    'from fun func function guard if implements import in interface internal let namespace new nil null None of',
    'override package private public range return self static struct super switch this throw true false try type',
    'using val var void while with',
  ]
    .join(' ')
    .split(' ')
    .join('|')})\\b`,
);
const texts = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/;
const slashes = /\/\/[^\n]*|\/\*[\s\S]*?\*\//;
const hashes = /#[^\n]*/;
const markup = /<!--[\s\S]*?-->/;

const familyOf = (language: string) => {
  if (/^(?:html|xml|vue)$/.test(language)) return { comment: markup, hasWords: false };
  if (/^(?:sh|bash|py|ini|yaml|properties)$/.test(language)) return { comment: hashes, hasWords: language === 'py' };
  return { comment: slashes, hasWords: language !== 'json' };
};

export function highlight(code: string, language: string): Piece[] {
  const { comment, hasWords } = familyOf(language);
  const pattern = new RegExp(
    `(?<comment>${comment.source})|(?<text>${texts.source})${hasWords ? `|(?<word>${words.source})` : ''}`,
    'g',
  );
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) pieces.push({ text: code.slice(end, match.index) });
    const { comment: isComment, text: isText } = match.groups ?? {};
    pieces.push({ text: match[0], shade: isComment ? 'comment' : isText ? 'text' : 'word' });
    end = match.index + match[0].length;
  }
  return end < code.length ? [...pieces, { text: code.slice(end) }] : pieces;
}
