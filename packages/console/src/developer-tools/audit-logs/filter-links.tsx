// Values of log entries that lead to all entries with the same value.
import { Link } from '@tanstack/react-router';
import type { LogSearch } from './log-search.ts';

type Props = { name: 'ip' | 'sessionId' | 'interactionId'; value: string; search?: LogSearch };

export function FilterLink({ name, value, search = {} }: Props) {
  return (
    <Link to="/audit-logs" search={{ ...search, [name]: value }} className="mono" dir="ltr">
      {value}
    </Link>
  );
}
