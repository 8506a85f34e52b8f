// The icon of a step, between two groups of tiles.
import type { TablerIcon } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import '../styles/tile-band.css';

export type Tone = 'brand' | 'danger' | 'done';

/** How bright tiles can be: those next to the icon most, in both rows. */
const reach = [0.12, 0.45, 1, 1, 0.45, 0.12];
const tiles = [...reach, ...reach].map((limit, order) => ({ limit, order }));

/** The same icon always has the same pattern. */
const brightness = (name: string, order: number, limit: number) => {
  const mixed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, order * 389 + 7);
  return limit * ([0.15, 0.4, 0.9][mixed % 3] ?? 0);
};

export const TileBand = ({ icon: Icon, tone = 'brand' }: { icon: TablerIcon; tone?: Tone }) => (
  <div className="band" data-tone={tone} aria-hidden>
    {tiles.map(({ limit, order }) => {
      const light = brightness(Icon.displayName ?? '', order, limit);
      return <i key={order} style={{ '--light': light, '--order': order } as CSSProperties} />;
    })}
    <span>
      <Icon size={30} stroke={1.6} />
    </span>
  </div>
);
