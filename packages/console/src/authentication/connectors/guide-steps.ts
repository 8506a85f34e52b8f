// The numbered steps of a connector's guide, which readers tick off.
import type { Piece, Span } from './markdown.ts';

type Heading = Extract<Piece, { spans: Span[] }>;
export type GuideStep = { title: string; heading: Heading; pieces: Piece[] };

const numbered = /^\d+[.)]\s+/;

const textOf = ({ spans }: Heading) => spans.map(({ text }) => text).join('');

/** The number is shown by the page. */
const withoutNumber = ({ kind, spans }: Heading): Heading => ({
  kind,
  spans: spans.map((span, index) => (index === 0 ? { ...span, text: span.text.replace(numbered, '') } : span)),
});

/** A step begins with a numbered heading. Everything before the first one is the introduction. */
export const stepsOf = (pieces: readonly Piece[]): { introduction: Piece[]; steps: GuideStep[] } => {
  const introduction: Piece[] = [];
  const steps: GuideStep[] = [];
  for (const piece of pieces) {
    const current = steps.at(-1);
    if (piece.kind === 'heading' && numbered.test(textOf(piece))) {
      const heading = withoutNumber(piece);
      steps.push({ title: textOf(heading), heading, pieces: [] });
    } else if (current) current.pieces.push(piece);
    else introduction.push(piece);
  }
  return { introduction, steps };
};
