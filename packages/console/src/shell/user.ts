// The signed-in user: ID token claims first, then the account once loaded.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../app/services.tsx';
import { type Person, personOf, textOf } from '../kit/person.ts';

export function useUser(): Person {
  const { api, session } = useServices();
  const { data } = useQuery({ ...api.me.query(''), staleTime: 60_000 });
  if (data) return personOf(data);
  const { name, username, email, picture } = session.claims();
  return { name: textOf(name), username: textOf(username), email: textOf(email), avatar: textOf(picture) };
}
