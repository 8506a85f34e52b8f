// Remembers the search and page of each list, so that back links restore them.
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { ListSearch } from './list-search.ts';

const ListMemoryContext = createContext<Map<string, ListSearch> | undefined>(undefined);

export function ListMemoryHost({ children }: { children: ReactNode }) {
  const [memory] = useState(() => new Map<string, ListSearch>());
  return <ListMemoryContext value={memory}>{children}</ListMemoryContext>;
}

function useListMemory() {
  const memory = use(ListMemoryContext);
  if (!memory) throw new Error('Lists are shown below the host that remembers them only.');
  return memory;
}

export function useRememberedList(path: string, search: ListSearch) {
  const memory = useListMemory();
  useEffect(() => {
    memory.set(path, search);
  }, [memory, path, search]);
}

/** The last search of a list; empty if it has not been shown. */
export function useListRecall() {
  const memory = useListMemory();
  return (path: string): ListSearch => memory.get(path) ?? {};
}
