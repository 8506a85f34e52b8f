// Minimal syntax highlighting for short samples: comments, strings and keywords. Runs when a guide is compiled.
import type { Mark } from './guide.ts';

// A placeholder such as {{namespace}} stays whole.
const words = new RegExp(
  `(?<!\\{\\{)\\b(?:${[
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
  if (/^(?:html|xml|vue|svelte|astro)$/.test(language)) return { comment: markup, hasWords: false };
  if (/^(?:sh|bash|py|rb|ini|yaml|properties)$/.test(language))
    return { comment: hashes, hasWords: /^(?:py|rb)$/.test(language) };
  return { comment: slashes, hasWords: language !== 'json' };
};

export function highlight(code: string, language: string): Mark[] {
  const { comment, hasWords } = familyOf(language);
  const pattern = new RegExp(
    `(?<comment>${comment.source})|(?<text>${texts.source})${hasWords ? `|(?<word>${words.source})` : ''}`,
    'g',
  );
  return Array.from(code.matchAll(pattern), ({ 0: { length }, index, groups }) => {
    const shade = groups?.comment ? 'comment' : groups?.text ? 'text' : 'word';
    return [index, index + length, shade];
  });
}
