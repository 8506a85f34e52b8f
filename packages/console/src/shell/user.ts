// Who is signed in: what the ID token says at once, and the account itself when it has loaded.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../app/services.tsx';

export type Person = { name: string | null; username: string | null; email: string | null; avatar: string | null };

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

type Account = { name: string | null; username: string | null; primaryEmail: string | null; avatar: string | null };

export const personOf = ({ name, username, primaryEmail, avatar }: Account): Person => ({
  name: textOf(name),
  username,
  email: primaryEmail,
  avatar: textOf(avatar),
});

export function useUser(): Person {
  const { api, session } = useServices();
  const { data } = useQuery({ ...api.me.query(''), staleTime: 60_000 });
  if (data) return personOf(data);
  const { name, username, email, picture } = session.claims();
  return { name: textOf(name), username: textOf(username), email: textOf(email), avatar: textOf(picture) };
}
