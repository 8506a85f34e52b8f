// The user's picture, or their initials.
import { webLink } from '../leave.ts';

const initialsOf = (name: string) => {
  const words = name.split(/[\s@._-]+/).filter(Boolean);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toLocaleUpperCase();
};

type Props = { name: string; avatar: string | null | undefined; size: 'small' | 'large' };

export const Picture = ({ name, avatar, size }: Props) => {
  const address = webLink(avatar);
  return address ? (
    <img className={`picture ${size}`} src={address} alt="" referrerPolicy="no-referrer" />
  ) : (
    <span className={`picture ${size}`} aria-hidden>
      {initialsOf(name)}
    </span>
  );
};
