// Text, lists and code of setup instructions. Values to register at the provider have copy buttons.
import { useTranslation } from 'react-i18next';
import { CodeSample } from '../../kit/code-sample.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { NewTabLink } from '../../kit/new-tab-link.tsx';
import type { Piece, Span } from './markdown.ts';
import classes from './setup.module.css';

const elements = { text: 'span', strong: 'strong', code: 'code' } as const;

function Spans({ spans }: { spans: readonly Span[] }) {
  return spans.map((span, index) => {
    const key = `${index} ${span.text}`;
    if (span.kind === 'link') {
      return (
        <NewTabLink key={key} href={span.href}>
          {span.text}
        </NewTabLink>
      );
    }
    const Element = elements[span.kind];
    return <Element key={key}>{span.text}</Element>;
  });
}

/** Values to register at the provider, one in each line, or an example. */
function Code({ language, text }: { language: string; text: string }) {
  const { t } = useTranslation();
  if (language !== '') return <CodeSample code={text} label={t('connectors.setup.example')} />;
  return (
    <div className={classes.values}>
      {text.split('\n').map((value) => (
        <div key={value} className={classes.value}>
          <code dir="ltr">{value}</code>
          <CopyButton value={value} label={value} />
        </div>
      ))}
    </div>
  );
}

export function PieceView({ piece }: { piece: Piece }) {
  switch (piece.kind) {
    case 'heading':
      return (
        <h3>
          <Spans spans={piece.spans} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <Spans spans={piece.spans} />
        </p>
      );
    case 'code':
      return <Code {...piece} />;
    case 'list': {
      const List = piece.ordered ? 'ol' : 'ul';
      return (
        <List {...(piece.start !== 1 && { start: piece.start })}>
          {piece.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: instructions don't change while they are read
            <li key={index}>
              <Pieces pieces={item} />
            </li>
          ))}
        </List>
      );
    }
  }
}

export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: instructions don't change while they are read
    <PieceView key={index} piece={piece} />
  ));
}
