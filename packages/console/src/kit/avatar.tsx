// A user's avatar, or their initial on a color derived from their identity.
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './avatar.module.css';
import type { Person } from './person.ts';

// White text has enough contrast on each color.
const palette = [
  '#4c5ae6',
  '#0a7d5a',
  '#b3252a',
  '#8a5a00',
  '#0b6bcb',
  '#7a3fc4',
  '#b0257f',
  '#1f7585',
  '#5b6b1e',
  '#a3431a',
  '#44546f',
  '#6d4c41',
] as const;

export function Avatar({ person, size = 28 }: { person: Person; size?: number }) {
  const [broken, setBroken] = useState<string>();
  const [initial] = (person.name ?? person.email ?? person.username ?? '').toUpperCase();
  const colour = palette[(initial?.codePointAt(0) ?? 0) % palette.length];
  const box = { width: size, height: size, ...(size > 32 && { fontSize: size * 0.4 }) };
  if (person.avatar !== null && person.avatar !== broken) {
    return (
      <img
        className={classes.avatar}
        style={box}
        src={person.avatar}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(person.avatar ?? undefined)}
      />
    );
  }
  return (
    <span className={classes.avatar} style={{ ...box, background: colour }} aria-hidden="true">
      {initial ?? <IconUser size={size / 2} />}
    </span>
  );
}
