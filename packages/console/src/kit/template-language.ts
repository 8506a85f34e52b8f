// Highlighting of HTML templates: tags, attributes, comments and `{{variables}}`.
import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language';

type State = { inside: 'text' | 'tag' | 'comment' };

const inComment = (stream: StringStream, state: State) => {
  if (stream.match(/^.*?-->/)) state.inside = 'text';
  else stream.skipToEnd();
  return 'comment';
};

const inTag = (stream: StringStream, state: State) => {
  if (stream.match(/^\/?>/)) {
    state.inside = 'text';
    return 'angleBracket';
  }
  if (stream.match(/^("[^"]*"|'[^']*')/)) return 'string';
  if (stream.match(/^[\w:-]+/)) return 'attributeName';
  stream.next();
  return null;
};

const inText = (stream: StringStream, state: State) => {
  if (stream.match('<!--')) {
    state.inside = 'comment';
    return 'comment';
  }
  if (stream.match(/^<\/?[a-z][\w-]*/i)) {
    state.inside = 'tag';
    return 'tagName';
  }
  if (stream.match(/^<![^>]*>/)) return 'meta';
  stream.next();
  stream.eatWhile(/[^<]/);
  return null;
};

const inside = { text: inText, tag: inTag, comment: inComment };

const html = StreamLanguage.define<State>({
  startState: () => ({ inside: 'text' }),
  copyState: (state) => ({ ...state }),
  token: (stream, state) => inside[state.inside](stream, state),
});
const plain = StreamLanguage.define({
  token: (stream) => {
    stream.skipToEnd();
    return null;
  },
});

export const templateLanguage = (isHtml: boolean) => new LanguageSupport(isHtml ? html : plain);
