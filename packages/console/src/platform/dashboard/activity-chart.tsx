// Chart of daily active users. Screen readers get the table next to it.
import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './activity-chart.module.css';
import { gridNumbers, smoothLine } from './curve.ts';
import { dayText } from './days.ts';

type Day = { date: string; count: number };

const height = 240;
const room = { top: 12, bottom: 28, end: 24 };
/** Fits the longest label, which can be a word in some languages. */
const axisFor = (labels: readonly string[]) => 16 + 7 * Math.max(4, ...labels.map(({ length }) => length));
const labelWidth = 56;

export function ActivityChart({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const isReversed = i18n.dir() === 'rtl';
  const [shownIndex, setShownIndex] = useState<number>();
  const numbers = gridNumbers(Math.max(...days.map(({ count }) => count), 0));
  const most = numbers.at(-1) ?? 1;
  const compact = new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 });
  const axis = axisFor(numbers.map((number) => compact.format(number)));
  const inner = Math.max(width - axis - room.end, 0);
  const fromStart = (distance: number) => (isReversed ? width - distance : distance);
  const xOf = (index: number) => fromStart(axis + (index / Math.max(days.length - 1, 1)) * inner);
  const yOf = (count: number) => room.top + (1 - count / most) * (height - room.top - room.bottom);
  const points = days.map(({ count }, index) => ({ x: xOf(index), y: yOf(count) }));
  const line = smoothLine(points);
  // As many labels as fit, always including the last day.
  const every = Math.max(1, Math.ceil((days.length * labelWidth) / Math.max(inner, 1)));
  const labelled = days.flatMap((day, index) => ((days.length - 1 - index) % every === 0 ? [{ day, index }] : []));
  const shown = shownIndex === undefined ? undefined : days[shownIndex];
  const follow = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const distance = fromStart(event.clientX - left) - axis;
    const index = Math.round((distance / Math.max(inner, 1)) * (days.length - 1));
    setShownIndex(Math.min(Math.max(index, 0), days.length - 1));
  };

  return (
    <div
      ref={ref}
      className={classes.chart}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setShownIndex(undefined)}
    >
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={t('dashboard.chart')}>
          {numbers.map((number) => (
            <g key={number}>
              <line
                className={classes.grid}
                x1={fromStart(axis)}
                x2={fromStart(width - room.end)}
                y1={yOf(number)}
                y2={yOf(number)}
              />
              <text
                className={classes.label}
                x={fromStart(axis - 8)}
                y={yOf(number) + 4}
                textAnchor={isReversed ? 'start' : 'end'}
              >
                {compact.format(number)}
              </text>
            </g>
          ))}
          {labelled.map(({ day, index }) => (
            <text key={day.date} className={classes.label} x={xOf(index)} y={height - 8} textAnchor="middle">
              {day.date.slice(5)}
            </text>
          ))}
          <path className={classes.area} d={`${line}L${xOf(days.length - 1)} ${yOf(0)}L${xOf(0)} ${yOf(0)}Z`} />
          <path className={classes.line} d={line} />
          {shownIndex !== undefined && shown && (
            <>
              <line className={classes.pointer} x1={xOf(shownIndex)} x2={xOf(shownIndex)} y1={room.top} y2={yOf(0)} />
              <circle className={classes.dot} cx={xOf(shownIndex)} cy={yOf(shown.count)} r="4" />
            </>
          )}
        </svg>
      )}
      {shownIndex !== undefined && shown && (
        <div
          className={classes.tooltip}
          style={{ left: xOf(shownIndex), top: yOf(shown.count) }}
          data-side={xOf(shownIndex) > width / 2 ? 'left' : 'right'}
        >
          <strong>{new Intl.NumberFormat(i18n.language).format(shown.count)}</strong>
          <span>{dayText(shown.date, i18n.language)}</span>
        </div>
      )}
    </div>
  );
}
